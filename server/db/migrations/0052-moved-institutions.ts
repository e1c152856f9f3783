import { type Kysely, sql } from "kysely";

/**
 * Institutions of which a load has changed the kind or the region, noted with whichever build: educations hold both, and
 * follow in the background. The row is updated where it is there already, so that a sweep of the change before neither
 * ends during this one nor removes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE moved_institutions (object_id integer PRIMARY KEY)`.execute(db);
  await sql`
    CREATE FUNCTION note_moved_institution() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO moved_institutions (object_id) VALUES (NEW.id)
      ON CONFLICT (object_id) DO UPDATE SET object_id = excluded.object_id;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER moved_institutions_follow_objects AFTER UPDATE ON objects FOR EACH ROW
    WHEN ((OLD.establishment_id, OLD.region_id) IS DISTINCT FROM (NEW.establishment_id, NEW.region_id))
    EXECUTE FUNCTION note_moved_institution()`.execute(db);
}
