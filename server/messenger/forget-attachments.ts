import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/**
 * The files of a member vanish from all messages, forwarded ones too. A message that is left without anything is from
 * then on as deleted, under a change of its own.
 */
export async function forgetAttachments(trx: Db, userId: number): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM message_attachments USING media
      WHERE media.id = media_id AND media.user_id = ${userId}
      RETURNING chat_id, seq
    ), emptied AS (
      SELECT DISTINCT chat_id, seq FROM gone JOIN messages USING (chat_id, seq)
      WHERE text ~ '^\s*$' AND deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM message_attachments AS kept JOIN media ON media.id = kept.media_id AND media.user_id <> ${userId}
        WHERE kept.chat_id = messages.chat_id AND kept.seq = messages.seq)
    ), locked AS (
      SELECT id, last_change FROM chats WHERE id IN (SELECT chat_id FROM emptied) ORDER BY id FOR NO KEY UPDATE
    ), numbered AS MATERIALIZED (
      SELECT chat_id, seq,
        (last_change + row_number() OVER (PARTITION BY chat_id ORDER BY seq))::int AS change
      FROM emptied JOIN locked ON locked.id = chat_id
    ), counted AS (
      UPDATE chats SET last_change = newest.change
      FROM (SELECT chat_id, max(change) AS change FROM numbered GROUP BY chat_id) AS newest
      WHERE chats.id = newest.chat_id
    )
    UPDATE messages SET text = '', words = NULL, reply_to = NULL, forwarded_from = NULL, edited_at = NULL,
      deleted_at = now(), change = numbered.change
    FROM numbered WHERE messages.chat_id = numbered.chat_id AND messages.seq = numbered.seq`.execute(
    trx,
  );
}
