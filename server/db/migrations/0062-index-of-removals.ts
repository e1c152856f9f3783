import { type Kysely, sql } from "kysely";

/** Members are removed from groups meanwhile. */
export const outsideTransaction = true;

/** The order in which removals end, so that each node need not read all of them every day to find those (D-NOTED). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS class_chat_removals_by_time`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY class_chat_removals_by_time ON class_chat_removals (removed_at)`.execute(
    db,
  );
}
