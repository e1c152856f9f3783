/**
 * Copies the files of S3_URL to the bucket of BACKUP_S3_URL: `node server/mirror.ts`; with `--restore` those back again that
 * the database claims. With `--from-folder` it copies to S3_URL what the database claims of the folder that was the store.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { type Db, openDatabase } from "#server/db/database.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { exitWith, reachable, StartFault } from "#server/infra/start-fault.ts";
import { mirrorFiles, restoreFiles, storeFolder } from "#server/storage/mirror.ts";
import { openS3 } from "#server/storage/s3.ts";
import { findClaimed, releaseStored } from "#server/storage/unclaimed-files.ts";

/**
 * Deleted files stay in the mirror for as long as the oldest backup of the database (deploy/backup/pgbackrest.conf),
 * because its rows refer to them.
 */
const keepGoneDays = 30;

try {
  const { values } = parseArgs({
    options: {
      restore: { type: "boolean", default: false },
      "from-folder": { type: "boolean", default: false },
    },
  });
  const env = readEnv(process.env);
  if (values["from-folder"]) await copyFolder(env);
  else await copyBuckets(env, values.restore);
} catch (error) {
  exitWith(error, "could not copy");
}

async function copyBuckets(env: Env, isRestore: boolean): Promise<void> {
  const { s3, backupS3 } = env;
  if (!s3 || !backupS3) throw new StartFault(["S3_URL and BACKUP_S3_URL name two buckets"]);
  if (isRestore) {
    const restored = await onDatabase(env, (db) => restoreFiles(s3, backupS3, claimsOf(db)));
    console.log(`✓ ${restored.copied} files copied back, ${restOf(restored)}`);
    return;
  }
  const { copied, bytes, gone, deleted } = await mirrorFiles(s3, backupS3, { keepGoneDays });
  console.log(
    `✓ ${copied} files copied, ${bytes} bytes; ${gone} that members deleted are kept, ${deleted} no longer`,
  );
}

/** What the bucket has already is not copied again, so it may be broken off and repeated. */
async function copyFolder(env: Env): Promise<void> {
  const { s3, databaseAddress, varDir } = env;
  if (!s3 || !databaseAddress)
    throw new StartFault([
      "--from-folder needs S3_URL, and DATABASE_URL with the members whose files they are",
    ]);
  const store = openS3(s3);
  const answers = await store.check().finally(() => {
    store.storage.close();
  });
  if (!answers) throw new StartFault(["S3_URL: the store does not answer"]);
  const folder = path.join(varDir, "media");
  const stored = await onDatabase(env, (db) => storeFolder(s3, folder, claimsOf(db)));
  console.log(`✓ ${stored.copied} files of ${folder} copied, ${restOf(stored)}`);
}

function claimsOf(db: Db) {
  return {
    find: (keys: string[]) => findClaimed(db, keys),
    release: (keys: string[]) => releaseStored(db, keys),
  };
}

function restOf({ bytes, unclaimed }: { bytes: number; unclaimed: number }): string {
  return `${bytes} bytes; ${unclaimed} that no row claims were not`;
}

/** The schema may be older than this build, which after a restore no node has migrated yet. @throws {StartFault} */
async function onDatabase<T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> {
  const opening = openDatabase({ ...env, log: createLog("warn") });
  await using database = await reachable("DATABASE_URL", opening);
  const { rows } = await reachable(
    "DATABASE_URL",
    sql<{ is_empty: boolean }>`
      SELECT to_regclass('images') IS NULL AS is_empty`.execute(database.db),
  );
  if (rows[0]?.is_empty)
    throw new StartFault(["DATABASE_URL: this database is empty: restore it before its files"]);
  return await work(database.db);
}
