import { type Kysely, sql } from "kysely";

/** Members make events and groups meanwhile. */
export const outsideTransaction = true;

/** A member's id of an event or a group is unique (D-REPEATED). Rows without one are in neither index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS class_events_client_id`.execute(db);
  await sql`
    CREATE UNIQUE INDEX CONCURRENTLY class_events_client_id
    ON class_events (author_id, client_id) WHERE client_id IS NOT NULL`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS chats_client_id`.execute(db);
  await sql`
    CREATE UNIQUE INDEX CONCURRENTLY chats_client_id
    ON chats (creator_id, client_id) WHERE client_id IS NOT NULL`.execute(db);
}
