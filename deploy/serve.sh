#!/bin/sh
# Serves the release that it lies in, by the Node that came with it. V8 gets as many threads as there are processors
# beside the server's own, at most 4; fewer processors than the machine has are said by KAMPUS_PROCESSORS. Room for new
# objects and arenas of glibc are those of scripts/project/serving.mjs.
set -eu
cd "$(dirname "$0")/.."
threads=$((${KAMPUS_PROCESSORS:-$(nproc)} - 1))
[ "$threads" -ge 1 ] || threads=1
[ "$threads" -le 4 ] || threads=4
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec node_modules/.bin/node "--v8-pool-size=$threads" --max-semi-space-size=16 server/main.ts
