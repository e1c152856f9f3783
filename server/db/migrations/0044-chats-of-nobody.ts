import { type Kysely, sql } from "kysely";

/**
 * A private chat of two purged accounts has no pair, by which the sweep of chats finds it. The purge parts it from both;
 * here those are parted whose accounts were purged before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE chats SET private_low = NULL, private_high = NULL
    FROM users AS low, users AS high
    WHERE kind = 'private' AND low.id = private_low AND high.id = private_high
      AND low.purged_at IS NOT NULL AND high.purged_at IS NOT NULL`.execute(db);
}
