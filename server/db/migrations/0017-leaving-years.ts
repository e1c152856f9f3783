import { type Kysely, sql } from "kysely";

/**
 * Who left an institution in a year, and of those who study on, who began in a year: neighbours in the index, so that a
 * year is counted without the others being read (server/institutions/public-face.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX educations_by_leaving
    ON educations (object_id, coalesce(end_year, 9999), start_year, user_id)`.execute(db);
}
