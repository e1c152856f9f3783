import { type Kysely, sql } from "kysely";

/**
 * When a sweep last tried to remove files. The pause until the next try was made by moving `removable_at` on, after which
 * nothing told for how long the files had been due. A node of the release before still does so, and needs no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE unclaimed_files ADD COLUMN tried_at timestamptz(3)`.execute(db);
}
