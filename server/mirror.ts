/**
 * Copies the files of S3_URL to the bucket of BACKUP_S3_URL: `node server/mirror.ts`; with `--restore` those back again that
 * the database claims.
 */
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { type Db, openDatabase } from "#server/db/database.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { exitWith, reachable, StartFault } from "#server/infra/start-fault.ts";
import { mirrorFiles, restoreFiles } from "#server/storage/mirror.ts";
import { findClaimed, releaseStored } from "#server/storage/unclaimed-files.ts";

/**
 * Deleted files stay in the mirror for as long as the oldest backup of the database (deploy/backup/pgbackrest.conf),
 * because its rows refer to them.
 */
const keepGoneDays = 30;

try {
  const { restore } = parseArgs({
    options: { restore: { type: "boolean", default: false } },
  }).values;
  const env = readEnv(process.env);
  const { s3, backupS3 } = env;
  if (!s3 || !backupS3) throw new StartFault(["S3_URL and BACKUP_S3_URL name two buckets"]);
  if (restore) {
    const { copied, bytes, unclaimed } = await onDatabase(env, (db) =>
      restoreFiles(s3, backupS3, {
        find: (keys) => findClaimed(db, keys),
        release: (keys) => releaseStored(db, keys),
      }),
    );
    console.log(
      `✓ ${copied} files copied back, ${bytes} bytes; ${unclaimed} that no row claims were not`,
    );
  } else {
    const { copied, bytes, gone, deleted } = await mirrorFiles(s3, backupS3, { keepGoneDays });
    console.log(
      `✓ ${copied} files copied, ${bytes} bytes; ${gone} that members deleted are kept, ${deleted} no longer`,
    );
  }
} catch (error) {
  exitWith(error, "could not copy");
}

/** The schema may be older than this build, which after a restore no node has migrated yet. @throws {StartFault} */
async function onDatabase<T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await reachable(
    "DATABASE_URL",
    openDatabase({ ...env, log: createLog("warn") }),
  );
  try {
    const { rows } = await reachable(
      "DATABASE_URL",
      sql<{ is_empty: boolean }>`
        SELECT to_regclass('images') IS NULL AS is_empty`.execute(database.db),
    );
    if (rows[0]?.is_empty)
      throw new StartFault(["DATABASE_URL: this database is empty: restore it before its files"]);
    return await work(database.db);
  } finally {
    await database.close();
  }
}
