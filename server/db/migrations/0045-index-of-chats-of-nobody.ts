import { type Kysely, sql } from "kysely";

/** Members write meanwhile. */
export const outsideTransaction = true;

/** The private chats that the sweep deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS chats_of_nobody`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY chats_of_nobody ON chats (id)
    WHERE kind = 'private' AND private_low IS NULL AND private_high IS NULL`.execute(db);
}
