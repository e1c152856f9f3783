import { type Kysely, sql } from "kysely";

/**
 * Which files a message has ceased to hold, written by whatever deletes it, with whichever build: a sweep looks at these
 * alone, and at each file once when it is a day old. `walks` says how far such looking has come; the first walk begins at
 * the first file and so finds what was left before. No foreign key refers to the file: it would be locked after its chat,
 * and by a purge before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE walks (
      name text PRIMARY KEY,
      after bigint NOT NULL
    )`.execute(db);
  await sql`INSERT INTO walks (name, after) VALUES ('media', 0)`.execute(db);
  await sql`
    CREATE TABLE freed_media (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      media_id bigint NOT NULL
    )`.execute(db);
  await sql`
    CREATE FUNCTION note_freed_media() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO freed_media (media_id) SELECT DISTINCT media_id FROM gone;
      RETURN NULL;
    END $$`.execute(db);
  // Last: from here to the end of the transaction nobody sends a message with a file.
  await sql`
    CREATE TRIGGER freed_media_follow_messages AFTER DELETE ON message_attachments
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_freed_media()`.execute(
    db,
  );
}
