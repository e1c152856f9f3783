#!/bin/sh
# Makes a release of a checkout that `npm ci` and `npm run build` have made ready: what a server needs, and nothing else.
# The image and the machines without containers run the same release.
#
#   deploy/assemble.sh /opt/kampus/releases/2026-09-01
set -eu
target=${1:?the folder to make}
cd "$(dirname "$0")/.."
[ -f .next/BUILD_ID ] || { echo "npm run build comes first" >&2; exit 1; }
[ ! -e "$target" ] || { echo "$target is there already" >&2; exit 1; }

mkdir -p "$target"
cp -R package.json package-lock.json .npmrc next.config.ts tsconfig.json server lib messages data "$target"
mkdir "$target/.next"
find .next -mindepth 1 -maxdepth 1 ! -name cache ! -name dev -exec cp -R {} "$target/.next" \;
mkdir -p "$target/deploy/backup"
cp deploy/serve.sh deploy/probe.mjs "$target/deploy"
# What an operator has written into the other files stands in no release.
cp deploy/backup/restore.sh deploy/backup/after-moment.sql "$target/deploy/backup"
find "$target/server" "$target/lib" -name '*.test.ts*' -exec rm {} +
rm -r "$target/server/testing" "$target/server/suites" "$target/server/security"

# Files are shared where both folders are on one disk; npm writes this one in place.
cp -Rl node_modules "$target/node_modules" 2>/dev/null || { rm -rf "$target/node_modules"; cp -R node_modules "$target/node_modules"; }
rm -f "$target/node_modules/.package-lock.json"
(cd "$target" && npm prune --omit=dev --ignore-scripts --offline --loglevel=error >/dev/null)
rm -rf "$target/node_modules/.cache"
chmod -R go+rX "$target"
