#!/bin/bash
# Builds Steward's image for real, starts it as a newcomer would, and prints how long that took, as JSON in the last line:
# init, worker, health, a first answer from a folder of documents, a stop, a second start, and the demo.
#
#   scripts/operations/try-image.sh                    with Docker, or without an engine (ENGINE=buildah), as root, with buildah
#   scripts/operations/try-image.sh --image IMAGE      an image that is there already
#
# Where no image can be pulled, BASE names another Debian with Node 24, npm and the user `node`; BASE=debootstrap makes one of
# Debian's packages and the Node of this checkout. PIP_INDEX_URL names another index for the Temporal server.
set -euo pipefail
cd "$(dirname "$0")/../.."
image=
case "${1:-} ${2:-}" in
  ' ') ;;
  '--image '?*) image=$2 ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]] && exit 0 || exit 2 ;;
esac
engine=${ENGINE:-$(docker info >/dev/null 2>&1 && echo docker || echo buildah)}
work=$(mktemp -d "${TMPDIR:-/tmp}/steward-image-XXXXXX")
container=
worker=
cleanup() {
  [[ -z $worker ]] || kill "$worker" 2>/dev/null || true
  if [[ $engine == docker ]]; then
    docker rm --force "$container" >/dev/null 2>&1 || true
  elif [[ -n $container ]]; then
    inside temporal stop >/dev/null 2>&1 || true
    buildah rm "$container" >/dev/null 2>&1 || true
  fi
  # An interrupted debootstrap leaves the machine's own folders mounted.
  umount "$work/base/proc" "$work/base/sys" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
now() { date +%s.%N; }
since() { echo "$(now) $1" | awk '{ printf "%.1f", $1 - $2 }'; }
say() { echo "$*" >&2; }
fail() { say "$*"; for log in "$work"/*.log; do say "== $log"; tail -20 "$log" >&2; done; exit 1; }

# A Debian with this checkout's Node, as a base. The machine's authorities come along: its network may have one of its own.
debian_with_node() {
  local root=$work/base node
  node=$(node -p 'require("node:fs").realpathSync(process.execPath)')
  say 'Debian, by debootstrap'
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/base.log"
  cp "$node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  chroot "$root" useradd --create-home --uid 1000 node
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*
  local from
  from=$(buildah from scratch)
  buildah copy --quiet "$from" "$root" / >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$from"
  buildah commit --quiet --rm "$from" localhost/steward-base >/dev/null
  rm -rf --one-file-system "$root"
}

arguments=()
[[ ${BASE:-} != debootstrap ]] || { debian_with_node; BASE=localhost/steward-base; }
[[ -z ${BASE:-} ]] || arguments+=(--build-arg "BASE=$BASE")
[[ -z ${PIP_INDEX_URL:-} ]] || arguments+=(--build-arg "PIP_INDEX_URL=$PIP_INDEX_URL")

build_s=null
if [[ -z $image ]]; then
  image=localhost/steward:tried
  say "Building $image with $engine"
  start=$(now)
  case $engine in
    docker) docker build --tag "$image" "${arguments[@]}" . >"$work/build.log" 2>&1 || fail 'The image cannot be built.' ;;
    buildah)
      # Docker's format keeps the health check.
      buildah bud --isolation chroot --format docker --layers=false --force-rm --tag "$image" "${arguments[@]}" . >"$work/build.log" 2>&1 ||
        fail 'The image cannot be built.' ;;
  esac
  build_s=$(since "$start")
fi

# The documents, in the volume, as a newcomer would mount them.
data=$work/data
mkdir -p "$data/docs"
printf '# Password\n\n## Reset your password\n\nOpen Settings, choose Security, and press Reset password. A link comes by mail.\n' >"$data/docs/password.md"
chown -R 1000:1000 "$data" 2>/dev/null || chmod -R a+rwX "$data"

# `run` starts a container and waits, `work` starts a worker in the background, `inside` is a command beside it.
hardened=(--read-only --tmpfs /tmp:size=64m --cap-drop ALL --security-opt no-new-privileges --volume "$data:/data")
roles=(worker --role reply,library)
health=$(sed -n 's/^HEALTHCHECK .* "--eval", "\(.*\)"\]$/\1/p' Dockerfile)
if [[ $engine == docker ]]; then
  image_mb=$(docker image inspect --format '{{.Size}}' "$image" | awk '{ printf "%d", $1 / 1000000 }')
  download_mb=$(docker save "$image" | gzip -6 | wc -c | awk '{ printf "%d", $1 / 1000000 }')
  container=steward-tried-$$
  run() { docker run --rm "${hardened[@]}" "$image" "$@"; }
  work() { docker run --rm --name "$container" "${hardened[@]}" "$image" "${roles[@]}" >>"$work/worker.log" 2>&1 & worker=$!; }
  inside() { docker exec "$container" steward "$@"; }
  healthy() { docker exec "$container" node --eval "$health"; }
  stop() { docker stop --time 80 "$container" >/dev/null; }
else
  container=$(buildah from --pull-never "$image")
  # Its chroot would lay a volume of the image over the given one.
  buildah config --volume /data- "$container"
  root=$(buildah mount "$container")
  image_mb=$(du -s --apparent-size --block-size=1000000 "$root" | cut -f1)
  buildah push --quiet "$image" "oci:$work/oci"
  download_mb=$(du -s --apparent-size --block-size=1000000 "$work/oci" | cut -f1)
  rm -rf "$work/oci"
  touch "$work/begin"
  # buildah knows no entry points, and its chroot no process ids of its own: the worker writes down which it is.
  at() { buildah run --isolation chroot --volume "$data:/data" "$container" -- "$@"; }
  run() { at steward "$@"; }
  work() { at sh -c 'echo $$ >/data/worker.pid; exec steward "$@"' sh "${roles[@]}" >>"$work/worker.log" 2>&1 & worker=$!; }
  inside() { run "$@"; }
  healthy() { at node --eval "$health"; }
  stop() { kill -TERM "$(cat "$data/worker.pid")"; }
fi

# Until the worker has what it needs and answers. Sets `waited`.
answer() {
  local begun deadline=$((SECONDS + 180))
  begun=$(now)
  work
  until healthy >"$work/health.log" 2>&1; do
    kill -0 "$worker" 2>/dev/null || fail 'The worker has ended.'
    ((SECONDS < deadline)) || fail 'The worker is not healthy after three minutes.'
    sleep 1
  done
  say "Healthy after $(since "$begun") s"
  inside ask 'How do I reset my password?' --json >"$work/ask.log" 2>&1 || fail 'There is no answer.'
  grep -q 'press Reset password' "$work/ask.log" || fail 'The answer is not in the documents.'
  waited=$(since "$begun")
}
ended() {
  stop
  local code=0
  wait "$worker" || code=$?
  worker=
  [[ $code == 0 ]] || fail "The worker ended with $code."
}

say "init ($image_mb MB, $download_mb MB compressed)"
begun=$(now)
run init --yes --docs docs --model extractive >"$work/init.log" 2>&1 || fail 'init has failed.'
[[ -s $data/config.yaml ]] || fail 'init has written nothing.'
# Without Discord it answers over HTTP.
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf 'STEWARD__HTTP__PORT=18787\nSTEWARD__HTTP__API_KEYS=%s\n' "$key" >"$data/.env"
chmod a+r "$data/.env"
say 'worker, health, a question'
answer
first=$waited
container_first_answer_s=$(since "$begun")
say 'stop, and once more'
ended
answer
second=$waited
ended
[[ $engine == docker ]] || inside temporal stop >"$work/stop.log" 2>&1 || fail 'The Temporal server cannot be stopped.'

say 'demo --json'
begun=$(now)
run demo --json >"$work/demo.log" 2>"$work/demo-errors.log" || fail 'The demo has failed.'
demo_s=$(since "$begun")
[[ $engine == docker ]] || inside temporal stop >"$work/stop.log" 2>&1 || fail 'The Temporal server cannot be stopped.'
tail -1 "$work/demo.log" | grep -q '"event":"done".*"failed":0' || fail 'The demo has not ended well.'

if [[ $engine == buildah ]]; then
  elsewhere=$(find "$root" -xdev -newer "$work/begin" -type f ! -path "$root/data/*" ! -path "$root/tmp/*" ! -path "$root/run/*" ! -path "$root/etc/*" 2>&1) || true
  [[ -z $elsewhere ]] || fail "It wrote outside of /data and /tmp: $(head -5 <<<"$elsewhere")"
fi
echo "{\"engine\":\"$engine\",\"build_s\":$build_s,\"image_mb\":$image_mb,\"download_mb\":$download_mb,\"container_first_answer_s\":$container_first_answer_s,\"worker_first_answer_s\":$first,\"worker_second_start_answer_s\":$second,\"demo_s\":$demo_s}"
