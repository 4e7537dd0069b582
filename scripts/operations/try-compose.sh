#!/bin/bash
# Starts docker-compose.yml on the documents in docs/ with the embedded model, waits until Steward is healthy, asks it, and takes
# all of it down again, volumes included. Without a Discord token the bot would wait for a person, so it is left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
export COMPOSE_PROJECT_NAME=steward-tried
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
if [[ -e .env ]]; then
  echo 'There is a .env here, of a Steward of yours: run this in another clone.' >&2
  exit 2
fi
cleanup() {
  code=$?
  ((code == 0)) || docker compose logs --tail 50 >&2 || true
  docker compose down --volumes --timeout 80 >&2 || true
  rm -f .env
}
trap cleanup EXIT
cat > .env << END
POSTGRES_PASSWORD=$(secret)
STEWARD_DATABASE_PASSWORD=$(secret)
STEWARD__AI_RESPONSE__LLM__MODEL=extractive
STEWARD__HTTP__PORT=8787
STEWARD__HTTP__API_KEYS=$(secret)
END
docker compose config --quiet
docker compose up --detach --build steward-reply steward-library
for service in steward-reply steward-library; do
  for ((second = 0; ; second += 2)); do
    health=$(docker compose ps --all --format '{{.Health}}' "$service")
    [[ $health != healthy ]] || break
    if [[ $health == unhealthy ]] || ((second > 300)); then
      echo "$service is '$health' after $second s." >&2
      exit 1
    fi
    sleep 2
  done
  echo "$service is healthy."
done
docker compose exec -T steward-library steward sources --show kb:start.md
