import { type Kysely, sql } from "kysely";

/**
 * Groups that everybody has left, noted by whatever takes the last member out, with whichever build, so that the sweep
 * need not look for them among all groups. Whoever takes members out has locked the chat, so of two the later sees what
 * the earlier did. A walk in the background notes those that were left before. No foreign key refers to the chat: to make
 * it would lock a second table, while members write to both in either order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE emptied_groups (chat_id integer PRIMARY KEY)`.execute(db);
  await sql`INSERT INTO walks (name, after) VALUES ('emptied_groups', 0)`.execute(db);
  await sql`
    CREATE FUNCTION note_left_chats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO emptied_groups (chat_id)
      SELECT id FROM chats
      WHERE id IN (SELECT chat_id FROM gone) AND kind = 'group'
        AND NOT EXISTS (SELECT FROM chat_members WHERE chat_members.chat_id = chats.id)
      ORDER BY id
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
  // Last: from here to the end of the transaction nobody joins a chat, nor writes in one.
  await sql`
    CREATE TRIGGER left_chats_follow_members AFTER DELETE ON chat_members
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_left_chats()`.execute(
    db,
  );
}
