#!/bin/sh
# Prints the changelog's section of a version, for a release. Fails when there is none, and when package.json or the chart
# have another version.
#
#   scripts/operations/release-notes.sh 1.2.0
set -eu
cd "$(dirname "$0")/../.."
version=${1:?Name the version}

agrees() {
  grep -qxF "$2" "$1" && return
  echo "$1 does not say $2" >&2
  exit 1
}
agrees package.json "  \"version\": \"$version\","
agrees charts/steward/Chart.yaml "version: $version"
agrees charts/steward/Chart.yaml "appVersion: $version"
awk -v heading="## $version" '
  $0 == heading || index($0, heading " ") == 1 { inside = 1; next }
  /^## / { inside = 0 }
  inside && (NF || said) { said = 1; print }
  END { if (!said) { print "CHANGELOG.md has no section " heading > "/dev/stderr"; exit 1 } }
' CHANGELOG.md
