import { type Kysely, sql } from "kysely";

/** Members write meanwhile. */
export const outsideTransaction = true;

/**
 * Members whom the index of people leaves out, as they are not confirmed or are deleted: the operator finds them too, by their
 * names, without reading all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS users_unlisted`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY users_unlisted ON users (id)
    WHERE (verified_at IS NULL OR deleted_at IS NOT NULL) AND purged_at IS NULL`.execute(db);
}
