#!/bin/sh
# Runs a command, and waits for a person when it ends with exit code 2: starting it again would change nothing, and Docker
# starts again whatever ends. The container is "unhealthy" then. Any other exit code is its own.
set -u

needs_a_person="${NEEDS_A_PERSON:-/tmp/needs-a-person}"
rm -f "$needs_a_person"

command=
stopped=
signalled=
trap 'stopped=yes; signalled=yes; stop_command' TERM INT
stop_command() {
  [ -z "$command" ] || kill -TERM "$command" 2>/dev/null
}
"$@" &
command=$!
# A signal may have come before there was a command.
[ -z "$signalled" ] || stop_command
# A signal ends a wait before the command has ended, with a code of its own. Waiting again gives the command's code, or 127 if
# the former wait has given it already.
code=127
while :; do
  signalled=
  wait "$command"
  latest=$?
  [ "$latest" -eq 127 ] || code=$latest
  [ -n "$signalled" ] || break
done
[ "$code" -eq 2 ] && [ -z "$stopped" ] || exit "$code"

trap 'exit 2' TERM INT
touch "$needs_a_person"
echo 'This container waits for a person: correct what the last line says, then run docker compose up -d, or docker compose restart.' >&2
while :; do
  sleep 3600 &
  wait $!
done
