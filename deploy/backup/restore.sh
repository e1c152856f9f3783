#!/bin/sh
# Restores the cluster that pgbackrest.conf names, as postgres and while PostgreSQL is stopped. The next start replays the
# write-ahead log and then takes writes.
#
#   deploy/backup/restore.sh                            to the last transaction that was archived
#   deploy/backup/restore.sh '2026-09-01 12:00:00+05'   to that moment
#
# Each restore and each failover begins a timeline, which branches off the one before. A restore to a moment follows the timeline
# of its backup (current). The latest one, which PostgreSQL follows by itself, may have branched off before that moment: after a
# restore to noon, one to one o'clock would give noon again. What was written on a later timeline before its first backup is
# reached by that one's name:
#
#   deploy/backup/restore.sh --target-timeline=latest '2026-09-01 12:00:00+05'
#
# What members ended after a moment comes back with it: after-moment.sql ends it again, before a node serves the database.
set -eu
timeline=''
case "${1:-}" in
  --target-timeline=*) timeline=${1#*=} && shift ;;
esac
if [ $# -eq 0 ]; then
  exec pgbackrest --stanza=kampus --delta ${timeline:+"--target-timeline=$timeline"} restore
else
  pgbackrest --stanza=kampus --delta --type=time "--target=$1" "--target-timeline=${timeline:-current}" --target-action=promote restore
  echo "Start PostgreSQL, and before any node: psql kampus --set ON_ERROR_STOP=1 --single-transaction --set 'moment=$1' --file deploy/backup/after-moment.sql" >&2
fi
