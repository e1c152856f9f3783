/**
 * What a node can know of the copies from which a loss is repaired: whether PostgreSQL archives its WAL, and when the
 * mirror of uploads last ran. Nodes know nothing of full backups, which another program makes beside PostgreSQL.
 */
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";

/** Undefined where there is none, or it cannot be known. */
export interface BackupState {
  /** Seconds for which no WAL has been archived although some was due. */
  archiveLateS: number | undefined;
  /** Seconds since the mirror last ran to its end; since this node started, while no run is known. */
  mirrorAgeS: number | undefined;
}

/** Asking the other bucket on every scrape would be more than its age needs. */
const mirrorEveryMs = 60_000;

export function createBackupState(
  database: Pick<Database, "db" | "backend">,
  { backupS3 }: Pick<Env, "backupS3">,
): () => Promise<BackupState> {
  const askMirror = backupS3 && createAskMirror(backupS3);
  return async () => ({
    mirrorAgeS: askMirror?.(),
    archiveLateS: await askArchive(database),
  });
}

/**
 * With `archive_timeout` some WAL is always due, because nodes note every few seconds that they serve. Without it
 * PostgreSQL may rightly wait, so only a failed attempt counts.
 */
async function askArchive({ db, backend }: Pick<Database, "db" | "backend">) {
  if (backend !== "postgres") return undefined;
  const { rows } = await sql<{ late_s: number }>`
    SELECT CASE
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
  return rows[0]?.late_s;
}

/** Asks besides the scrape, which a slow bucket must not delay; while it is away the last known run goes on ageing. */
function createAskMirror(mirror: NonNullable<Env["backupS3"]>): () => number {
  const lastRun = import("#server/storage/mirror.ts").then(({ openLastRun }) =>
    openLastRun(mirror),
  );
  let ranAt = Date.now() - process.uptime() * 1000;
  let askedAt = -Infinity;
  const refresh = async () => {
    ranAt = (await (await lastRun)())?.getTime() ?? ranAt;
  };
  return () => {
    if (performance.now() - askedAt >= mirrorEveryMs) {
      askedAt = performance.now();
      refresh().catch(() => undefined);
    }
    return Math.max(0, (Date.now() - ranAt) / 1000);
  };
}
