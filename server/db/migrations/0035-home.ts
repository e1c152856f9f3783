import { type Kysely, sql } from "kysely";

/** What the home page greets a member with: since when (D-HOME), who is new in a class, and how many an institution has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE home_visits (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      seen_at timestamptz(3) NOT NULL DEFAULT now(),
      visited_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  // Who came to a class last lies first, so that of a class of thousands only the newcomers are read.
  await sql`
    CREATE INDEX educations_by_arrival
    ON educations (object_id, coalesce(end_year, 9999), created_at DESC)`.execute(db);
  await sql`
    CREATE TABLE institution_counts (
      object_id integer PRIMARY KEY REFERENCES objects ON DELETE CASCADE,
      members integer NOT NULL
    )`.execute(db);
  await sql`
    CREATE INDEX institution_counts_by_members ON institution_counts (members DESC, object_id)`.execute(
    db,
  );
}
