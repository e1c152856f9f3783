/**
 * A file of the store and the row that claims it are written to two places, and a crash may come between; this table
 * bridges that. A file is announced before it is stored, the transaction of the owning row deletes the announcement,
 * and the deletion of that row announces it again: files that stay announced are swept. So the store need never be
 * listed.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { type StorageFolder, storeUnavailable } from "#server/storage/storage.ts";

/** The key cannot be guessed, because everybody who knows the address of a file may read it. */
export const newStorageKey = (folder: StorageFolder) =>
  `${folder}/${randomBytes(16).toString("hex")}`;

/** Called before the first file is put below a key: unless the key is claimed within a day, the files are removed. */
export async function announceFiles(db: Db, storageKey: string): Promise<void> {
  await db
    .insertInto("unclaimed_files")
    .values({ storage_key: storageKey, removable_at: sql<Date>`now() + interval '1 day'` })
    .execute();
}

/** Called in the transaction that stores the owning row. @throws {Failure} `unavailable` when a sweep was faster. */
export async function claimFiles(trx: Db, storageKey: string): Promise<void> {
  const claimed = await trx
    .deleteFrom("unclaimed_files")
    .where("storage_key", "=", storageKey)
    .where("removing", "=", false)
    .executeTakeFirst();
  if (claimed.numDeletedRows === 0n) throw storeUnavailable();
}

/** Those of the keys whose files an owning row claims. */
export async function findClaimed(db: Db, storageKeys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ storage_key: string }>`
    SELECT storage_key FROM images WHERE storage_key = ANY (${storageKeys}::text[])
    UNION ALL SELECT storage_key FROM media WHERE storage_key = ANY (${storageKeys}::text[])
    UNION ALL SELECT image_key FROM chats WHERE image_key = ANY (${storageKeys}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/**
 * Called when files have come into the store whose owning row is gone. A sweep that is under way may have looked before they
 * came, so its key is taken once more.
 */
export async function releaseStored(db: Db, storageKeys: string[]): Promise<void> {
  await sql`
    INSERT INTO unclaimed_files (storage_key, removable_at)
    SELECT key, now() FROM unnest(${storageKeys}::text[]) AS key
    ON CONFLICT (storage_key) DO UPDATE
      SET removable_at = excluded.removable_at, removing = false, tried_at = NULL`.execute(db);
}

/** Called in the transaction that deletes the owning rows. */
export async function releaseFiles(trx: Db, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  // One array, since a member may have more files than a statement takes parameters.
  await sql`
    INSERT INTO unclaimed_files (storage_key, removable_at)
    SELECT key, now() FROM unnest(${storageKeys}::text[]) AS key`.execute(trx);
}

/**
 * Called after a failure past the announcement; the files are removed so many seconds later. Where the claim was
 * committed after all, nothing happens.
 */
export async function abandonFiles(db: Db, storageKey: string, inS = 0): Promise<void> {
  await db
    .updateTable("unclaimed_files")
    .set({ removable_at: sql<Date>`now() + make_interval(secs => ${inS})` })
    .where("storage_key", "=", storageKey)
    .execute();
}

/** By when it came to be due, or was last tried: what the store refuses to remove keeps nothing else from its turn. */
const turn = sql<Date>`greatest(due.removable_at, due.tried_at)`;
/** The clocks of two processors may differ by a moment: what is released now is due at once on each. */
const dueBefore = sql<Date>`now() + interval '1 second'`;

/**
 * Takes a key to remove the files below it; undefined when there is none. One node at a time takes it, and it is taken
 * again after some minutes unless its announcement was deleted: then the store was unreachable, or the process died.
 * `removable_at` stays as it is, since the operator is told by it for how long the files have been due.
 */
export async function takeRemovable(db: Db): Promise<string | undefined> {
  const taken = await db
    .updateTable("unclaimed_files")
    .set({ removing: true, tried_at: sql<Date>`now()` })
    .where("storage_key", "=", (eb) =>
      eb
        .selectFrom("unclaimed_files as due")
        .select("due.storage_key")
        .where(turn, "<=", dueBefore)
        .where(
          sql<boolean>`(due.tried_at IS NULL OR due.tried_at <= ${dueBefore} - interval '10 minutes')`,
        )
        .orderBy(turn)
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

/** For how many seconds a sweep should have removed the file that is overdue the longest; 0 where none is. */
export async function askUnclaimedLateS(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ late_s: number }>`
    SELECT greatest(0, coalesce(extract(epoch FROM now() - min(removable_at)), 0))::float8 AS late_s
    FROM unclaimed_files`.execute(db);
  return rows[0]?.late_s;
}
