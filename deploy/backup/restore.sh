#!/bin/sh
# Restores the cluster that pgbackrest.conf names, as postgres and while PostgreSQL is stopped. The next start replays the
# write-ahead log and then takes writes.
#
#   deploy/backup/restore.sh                            to the last transaction that was archived
#   deploy/backup/restore.sh '2026-09-01 12:00:00+05'   to that moment
#
# What members ended after a moment comes back with it: after-moment.sql ends it again, before a node serves the database.
set -eu
if [ $# -eq 0 ]; then
  exec pgbackrest --stanza=kampus --delta restore
else
  pgbackrest --stanza=kampus --delta --type=time "--target=$1" --target-action=promote restore
  echo "Start PostgreSQL, and before any node: psql kampus --set ON_ERROR_STOP=1 --single-transaction --set 'moment=$1' --file deploy/backup/after-moment.sql" >&2
fi
