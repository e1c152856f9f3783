import { type Kysely, sql } from "kysely";

/**
 * Groups in which a member wrote before they left, for their archive: noted by whatever ends a membership, with whichever
 * build, and kept when they come back. A walk in the background notes what was left before. The trigger of 0050 calls the
 * function, which is replaced without a lock. The row of a purged account stays, so a trigger removes what is noted of it,
 * whichever build purges: one before this knows nothing of the table. The foreign keys lock users and then chats, which a
 * purge writes in the other order; a deadlock with it is tried again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE left_groups (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      chat_id integer NOT NULL REFERENCES chats ON DELETE CASCADE,
      PRIMARY KEY (user_id, chat_id)
    )`.execute(db);
  await sql`CREATE INDEX left_groups_by_chat ON left_groups (chat_id)`.execute(db);
  await sql`INSERT INTO walks (name, after) VALUES ('left_groups', 0)`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION note_left_chats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO emptied_groups (chat_id)
      SELECT id FROM chats
      WHERE id IN (SELECT chat_id FROM gone) AND kind = 'group'
        AND NOT EXISTS (SELECT FROM chat_members WHERE chat_members.chat_id = chats.id)
      ORDER BY id
      ON CONFLICT DO NOTHING;
      INSERT INTO left_groups (user_id, chat_id)
      SELECT user_id, chat_id FROM gone JOIN chats ON chats.id = chat_id
      WHERE kind = 'group' AND EXISTS (
        SELECT FROM messages WHERE messages.chat_id = gone.chat_id AND author_id = user_id)
      ORDER BY user_id, chat_id
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE FUNCTION forget_left_groups() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM left_groups WHERE user_id = NEW.id;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER left_groups_follow_purge AFTER UPDATE OF purged_at ON users FOR EACH ROW
    WHEN (OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL) EXECUTE FUNCTION forget_left_groups()`.execute(
    db,
  );
}
