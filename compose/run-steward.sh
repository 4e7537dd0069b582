#!/bin/sh
# Runs a command, and waits for a person when it ends with exit code 2: starting it again would change nothing, and Docker
# starts again whatever ends. The container is "unhealthy" then. Any other exit code is its own.
set -u

needs_a_person="${NEEDS_A_PERSON:-/tmp/needs-a-person}"
rm -f "$needs_a_person"

# A signal may end a wait before the command has ended.
trap 'kill -TERM "$command"' TERM INT
"$@" &
command=$!
wait "$command"
code=$?
while kill -0 "$command" 2>/dev/null; do
  wait "$command"
  code=$?
done
[ "$code" -eq 2 ] || exit "$code"

trap 'exit 2' TERM INT
touch "$needs_a_person"
echo 'This container waits for a person: correct what the last line says, then run docker compose up -d, or docker compose restart.' >&2
while :; do
  sleep 3600 &
  wait $!
done
