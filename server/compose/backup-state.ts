/**
 * What a node can measure of its backups: whether PostgreSQL archives its WAL, when the last backup of it ended, and
 * when the mirror of uploads last completed a run. Whether a backup can be restored, only a drill shows.
 */
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";

/** A value is undefined where there is no such backup, or where its state cannot be read. */
export interface BackupState {
  /** Seconds for which no WAL has been archived although some was due. */
  archiveLateS: number | undefined;
  /** Seconds since a backup of PostgreSQL last ended; since the server was made, while it knows of none. */
  backupAgeS: number | undefined;
  /** Seconds since the mirror last completed a run; since this node started, while none is known. */
  mirrorAgeS: number | undefined;
}

/** Asked no more often than this, because an age does not need a listing of the bucket and the WAL at every scrape. */
const askEveryMs = 60_000;

export function createBackupState(
  database: Pick<Database, "db" | "backend">,
  { backupS3 }: Pick<Env, "backupS3">,
): () => Promise<BackupState> {
  const mirrorAge = backupS3 && createAge(lastMirrorRun(backupS3));
  const backupAge = createAge(() => lastBackup(database));
  return async () => {
    const archiver = await askArchiver(database);
    return {
      mirrorAgeS: mirrorAge?.(),
      archiveLateS: archiver?.late_s,
      backupAgeS: archiver?.lists_wal ? backupAge() : undefined,
    };
  };
}

/**
 * With `archive_timeout` some WAL is always due, because nodes note every few seconds that they serve. Without it
 * PostgreSQL may rightly wait, so only a failed attempt counts.
 */
async function askArchiver({ db, backend }: Pick<Database, "db" | "backend">) {
  if (backend !== "postgres") return undefined;
  const { rows } = await sql<{ late_s: number; lists_wal: boolean }>`
    SELECT has_function_privilege('pg_ls_waldir()', 'execute') AS lists_wal, CASE
        WHEN timeout_s > 0 OR last_failed_time > archived_at
          THEN greatest(0, extract(epoch FROM now() - archived_at) - timeout_s)
        ELSE 0
      END::float8 AS late_s
    FROM (
      SELECT last_failed_time, coalesce(last_archived_time, stats_reset) AS archived_at,
        extract(epoch FROM current_setting('archive_timeout')::interval) AS timeout_s
      FROM pg_stat_archiver
    ) AS archiver
    WHERE current_setting('archive_mode') <> 'off' AND NOT pg_is_in_recovery()`.execute(db);
  return rows[0];
}

/**
 * PostgreSQL writes a file of a backup's beginning and end into its WAL, and removes that of the one before. Where there
 * is none, the age is counted from the statistics of the archive, which begin with a new or restored server: from the
 * start of a node, each restart would hide that no backup is made.
 */
async function lastBackup({ db }: Pick<Database, "db">): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT coalesce(max(modification), (SELECT stats_reset FROM pg_stat_archiver)) AS since
    FROM pg_ls_waldir() WHERE name LIKE '%.backup'`.execute(db);
  return rows[0]?.since ?? null;
}

/** The mirror stores its last run beside the files of the bucket. */
function lastMirrorRun(mirror: NonNullable<Env["backupS3"]>): () => Promise<Date | null> {
  const lastRun = import("#server/storage/mirror.ts").then(({ openLastRun }) =>
    openLastRun(mirror),
  );
  return async () => (await lastRun)();
}

/**
 * Seconds since the moment that is asked for; since this node started, while none is known. It asks in the background,
 * so that a slow answer does not delay the scrape, and goes on counting while it gets none.
 */
function createAge(askLast: () => Promise<Date | null>): () => number {
  let lastAt = Date.now() - process.uptime() * 1000;
  let askedAt = -Infinity;
  const refresh = async () => {
    lastAt = (await askLast())?.getTime() ?? lastAt;
  };
  return () => {
    if (performance.now() - askedAt >= askEveryMs) {
      askedAt = performance.now();
      refresh().catch(() => undefined);
    }
    return Math.max(0, (Date.now() - lastAt) / 1000);
  };
}
