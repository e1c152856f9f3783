import { type Kysely, sql } from "kysely";

/**
 * Schools that members make (D-SCHOOL): who made them, the key by which all spellings of a school are one in its district,
 * and an order of names in which a new one has its place without changing that of others (D-SORT-KEY). `rank` is what the
 * build before reads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE establishments ADD COLUMN is_ordinary_school boolean NOT NULL DEFAULT false`.execute(
    db,
  );
  await sql`
    ALTER TABLE objects
      ADD COLUMN source text NOT NULL DEFAULT 'catalogue' CHECK (source IN ('catalogue', 'members')),
      ADD COLUMN author_id integer REFERENCES users,
      ADD COLUMN made_at timestamptz(3),
      ADD COLUMN school_key text,
      ADD COLUMN added_aliases text[] NOT NULL DEFAULT '{}',
      ADD COLUMN renamed_at timestamptz(3),
      ADD COLUMN merged_into integer REFERENCES objects`.execute(db);
  await sql`
    CREATE UNIQUE INDEX objects_made_once ON objects (region_id, school_key)
    WHERE source = 'members' AND school_key IS NOT NULL AND merged_into IS NULL`.execute(db);
  await sql`
    CREATE INDEX objects_school_key ON objects (school_key, region_id)
    WHERE school_key IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX objects_author_id ON objects (author_id) WHERE author_id IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX objects_merged_into ON objects (merged_into)
    WHERE merged_into IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX objects_made_by_members ON objects (id) WHERE source = 'members'`.execute(db);
  // The ids of the files stay below.
  await sql`
    CREATE SEQUENCE member_object_ids AS integer MINVALUE 1000000000 START 1000000000`.execute(db);
  await sql`
    ALTER TABLE object_names
      ALTER COLUMN rank SET DEFAULT 0,
      ADD COLUMN sort_key text COLLATE "C" NOT NULL DEFAULT ''`.execute(db);
  await sql`
    CREATE INDEX object_names_sort_key ON object_names (locale, sort_key, object_id)`.execute(db);
}
