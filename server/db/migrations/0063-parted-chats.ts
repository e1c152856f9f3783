import { type Kysely, sql } from "kysely";

/**
 * A private chat that a member leaves, as only a purge has them do, and whose other one is purged, is parted from both,
 * with whichever build: one before migration 0044 leaves the pair, by which nothing finds that the chat is nobody's. The
 * trigger of 0050 calls the function, which is replaced without a lock. A walk in the background parts those that such a
 * build has left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO walks (name, after) VALUES ('parted_chats', 0)`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION note_left_chats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE chats SET private_low = NULL, private_high = NULL
      FROM (SELECT chat_id, array_agg(user_id) AS user_ids FROM gone GROUP BY chat_id) AS parted
      WHERE chats.id = parted.chat_id AND kind = 'private' AND NOT EXISTS (
        SELECT FROM users WHERE users.id IN (private_low, private_high) AND purged_at IS NULL
          AND users.id <> ALL (parted.user_ids));
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
}
