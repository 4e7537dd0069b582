#!/bin/sh
# Runs a command, and waits for a person when it ends with exit code 2: starting it again would change nothing, and Docker
# starts again whatever ends. The container is "unhealthy" then. Any other exit code is its own.
set -u

needs_a_person="${NEEDS_A_PERSON:-/tmp/needs-a-person}"
rm -f "$needs_a_person"

trap 'signalled=yes; kill -TERM "$command" 2>/dev/null' TERM INT
"$@" &
command=$!
# A signal ends a wait before the command has ended, with a code of its own. Waiting again gives the command's, or 127 if the former wait
# has given that already.
code=127
while :; do
  signalled=
  wait "$command"
  latest=$?
  [ "$latest" -eq 127 ] || code=$latest
  [ -n "$signalled" ] || break
done
[ "$code" -eq 2 ] || exit "$code"

trap 'exit 2' TERM INT
touch "$needs_a_person"
echo 'This container waits for a person: correct what the last line says, then run docker compose up -d, or docker compose restart.' >&2
while :; do
  sleep 3600 &
  wait $!
done
