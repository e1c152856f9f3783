import { type Kysely, sql } from "kysely";

/** How long studies usually take, by the kind of institution: the next load of data/establishments.json fills it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE establishments ADD COLUMN study_years integer NOT NULL DEFAULT 4`.execute(
    db,
  );
}
