import { type Kysely, sql } from "kysely";

/** Members upload and delete meanwhile. */
export const outsideTransaction = true;

/** The order in which a sweep takes files: those that the store refuses go behind what became due since they were tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS unclaimed_files_turn`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY unclaimed_files_turn
    ON unclaimed_files (greatest(removable_at, tried_at))`.execute(db);
}
