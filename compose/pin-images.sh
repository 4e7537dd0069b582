#!/bin/sh
# Pins every image of docker-compose.yml and of the Dockerfile to the digest that its tag has in the registry now, so that a tag that is
# pushed again changes nothing. Running it again, with --unpin, goes back to the tags. Needs docker with buildx.
set -eu
cd "${STEWARD_ROOT:-$(dirname "$0")/..}"

for file in docker-compose.yml Dockerfile; do
  sed -i 's/^\( *image: [^@ ]*\)@sha256:[0-9a-f]*/\1/; s/^\(FROM [^@ ]*\)@sha256:[0-9a-f]*/\1/' "$file"
done
[ "${1:-}" = --unpin ] && exit 0

sed -n 's/^ *image: \([^ ]*\)$/\1/p; s/^FROM \([^ ]*:[^ ]*\).*/\1/p' docker-compose.yml Dockerfile | sort -u |
  while read -r image; do
    case "$image" in steward:*) continue ;; esac
    digest="$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image" </dev/null)"
    sed -i "s|^\( *image: $image\)$|\1@$digest|; s|^\(FROM $image\)|\1@$digest|" docker-compose.yml Dockerfile
    echo "$image@$digest"
  done
