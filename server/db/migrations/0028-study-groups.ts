import { type Kysely, sql } from "kysely";

/**
 * The class letter or study group of an education, and its key, by which groups are compared (lib/members/study-group.ts).
 * Educations that had none stay without.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE educations
      ADD COLUMN study_group text CHECK (char_length(study_group) BETWEEN 1 AND 32),
      ADD COLUMN study_group_key text,
      ADD CONSTRAINT study_group_has_key CHECK ((study_group IS NULL) = (study_group_key IS NULL))`.execute(
    db,
  );
}
