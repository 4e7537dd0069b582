#!/bin/sh
# Creates the namespace TEMPORAL_NAMESPACE on the server at TEMPORAL_ADDRESS, sets its retention to 30 days, and adds
# Steward's search attributes. Running it again changes nothing.
set -eu

namespace="${TEMPORAL_NAMESPACE:-default}"
retention=720h

# Tries a command once a second, for a minute.
wait_for() {
  attempts=60
  until "$@" >/dev/null 2>&1; do
    attempts=$((attempts - 1))
    if [ "$attempts" -eq 0 ]; then
      echo "The Temporal server at ${TEMPORAL_ADDRESS:-localhost:7233} does not answer: $*" >&2
      exit 1
    fi
    sleep 1
  done
}

wait_for temporal operator cluster health

if temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$namespace" --retention "$retention"
else
  temporal operator namespace create --namespace "$namespace" --retention "$retention"
fi

# It takes some seconds until the whole server knows a new namespace.
wait_for temporal operator search-attribute list --namespace "$namespace"
known="$(temporal operator search-attribute list --namespace "$namespace")"
for name in GuildId ChannelId ConversationId MessageId Outcome Topic; do
  type=Keyword
  if [ "$name" = MessageId ]; then type=KeywordList; fi
  if ! echo "$known" | grep -qw "$name"; then
    temporal operator search-attribute create --namespace "$namespace" --name "$name" --type "$type"
  fi
done
