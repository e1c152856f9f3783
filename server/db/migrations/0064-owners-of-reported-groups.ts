import { type Kysely, sql } from "kysely";

/**
 * Who owned a reported group at the first report, since they may hand it over before the operator reads that (D-REPORTS).
 * Null for reports before, and by the build before. No foreign key refers to the owner: to make it would lock `users` as
 * well, and members are never deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reports ADD COLUMN owner_id integer`.execute(db);
}
