import { type Kysely, sql } from "kysely";

/** Members write meanwhile. */
export const outsideTransaction = true;

/**
 * A private chat of two purged accounts has no pair, by which the sweep of chats finds it. The purge parts it from both;
 * here those are parted whose accounts were purged before, which may be done twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE chats SET private_low = NULL, private_high = NULL
    FROM users AS low, users AS high
    WHERE kind = 'private' AND low.id = private_low AND high.id = private_high
      AND low.purged_at IS NOT NULL AND high.purged_at IS NOT NULL`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS chats_of_nobody`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY chats_of_nobody ON chats (id)
    WHERE kind = 'private' AND private_low IS NULL AND private_high IS NULL`.execute(db);
}
