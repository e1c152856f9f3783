/**
 * A file of the store and the row that claims it are written to two places; this table is the bridge that a crash may
 * come upon at any point. What will be put is announced first, the row that owns it takes the announcement away, and
 * who deletes that row says so: what stays announced is swept. So the store is never listed.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { type StorageFolder, storeUnavailable } from "#server/storage/storage.ts";

/** The key cannot be guessed, because whoever knows the address of a file may read it. */
export const newStorageKey = (folder: StorageFolder) =>
  `${folder}/${randomBytes(16).toString("hex")}`;

/** Before the first file is put below a key: unless the key is claimed within a day, they are removed. */
export async function announceFiles(db: Db, storageKey: string): Promise<void> {
  await db
    .insertInto("unclaimed_files")
    .values({ storage_key: storageKey, removable_at: sql<Date>`now() + interval '1 day'` })
    .execute();
}

/**
 * In the transaction that stores the row whose files they are.
 * @throws {Failure} `unavailable` when a sweep was faster.
 */
export async function claimFiles(trx: Db, storageKey: string): Promise<void> {
  const claimed = await trx
    .deleteFrom("unclaimed_files")
    .where("storage_key", "=", storageKey)
    .where("removing", "=", false)
    .executeTakeFirst();
  if (claimed.numDeletedRows === 0n) throw storeUnavailable();
}

/** In the transaction that deletes the rows whose files they are. */
export async function releaseFiles(trx: Db, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  await trx
    .insertInto("unclaimed_files")
    .values(storageKeys.map((storage_key) => ({ storage_key, removable_at: sql<Date>`now()` })))
    .execute();
}

/** After a failure past the announcement. Where the claim was committed after all, nothing happens. */
export async function abandonFiles(db: Db, storageKey: string): Promise<void> {
  await db
    .updateTable("unclaimed_files")
    .set({ removable_at: sql<Date>`now()` })
    .where("storage_key", "=", storageKey)
    .execute();
}

/**
 * Takes a key to remove the files below it; undefined when there is none. Taken by one at a time, and again after some
 * minutes unless it was forgotten: then the store was away, or the process died.
 */
export async function takeRemovable(db: Db): Promise<string | undefined> {
  const taken = await db
    .updateTable("unclaimed_files")
    .set({ removing: true, removable_at: sql<Date>`now() + interval '10 minutes'` })
    .where("storage_key", "=", (eb) =>
      eb
        .selectFrom("unclaimed_files as due")
        .select("due.storage_key")
        .where("due.removable_at", "<=", sql<Date>`now()`)
        .orderBy("due.removable_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning("storage_key")
    .executeTakeFirst();
  return taken?.storage_key;
}

export async function forgetRemoved(db: Db, storageKey: string): Promise<void> {
  await db
    .deleteFrom("unclaimed_files")
    .where("storage_key", "=", storageKey)
    .where("removing", "=", true)
    .execute();
}
