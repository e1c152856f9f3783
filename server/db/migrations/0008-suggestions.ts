import { type Kysely, sql } from "kysely";

/**
 * Who studied at an institution in any of some years: those who began in one year stand by when they ended, so that a year
 * gives those who were still there without the others being read. Who studies on ends in a year that never comes
 * (server/members/study-years.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX educations_by_all_years
    ON educations (object_id, start_year DESC, coalesce(end_year, 9999) DESC, id DESC)`.execute(db);
  await sql`DROP INDEX educations_by_years`.execute(db);
}
