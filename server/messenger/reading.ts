import { sql } from "kysely";
import type { ChatKind } from "#lib/messenger/schema.ts";
import type { Db } from "#server/db/database.ts";

/**
 * Unread messages of all chats, by member; every one of `userIds` is answered. Chats read to their end are passed
 * over, and each other one is counted from its mark on by the key, however long its history.
 */
export async function countUnread(db: Db, userIds: number[]): Promise<Map<number, number>> {
  const result = await sql<{ user_id: number; unread: number }>`
    SELECT me.user_id, sum((
      SELECT count(*) FROM messages
      WHERE messages.chat_id = me.chat_id AND messages.seq > me.last_read_seq AND messages.author_id <> me.user_id
    ))::int AS unread
    FROM chat_members AS me
    JOIN chats ON chats.id = me.chat_id AND chats.last_seq > me.last_read_seq
    WHERE me.user_id = ANY(${userIds}::int[])
    GROUP BY me.user_id`.execute(db);
  const counts = new Map(userIds.map((userId) => [userId, 0]));
  for (const { user_id, unread } of result.rows) counts.set(user_id, unread);
  return counts;
}

/** Moves the reading mark forward, never back, and counts what is left; undefined when the member is not in the chat. */
export async function markRead(
  db: Db,
  userId: number,
  { x, id: chatId }: { x: ChatKind; id: number },
  seq: number,
) {
  const result = await sql<{ before: number; last_read_seq: number; unread: number }>`
    UPDATE chat_members AS me
    SET last_read_seq = greatest(me.last_read_seq, least(${seq}::int, chats.last_seq))
    FROM chats, (SELECT last_read_seq FROM chat_members WHERE chat_id = ${chatId} AND user_id = ${userId} FOR UPDATE) AS old
    WHERE me.chat_id = ${chatId} AND me.user_id = ${userId} AND chats.id = me.chat_id AND chats.kind = ${x}
    RETURNING old.last_read_seq AS before, me.last_read_seq, (
      SELECT count(*)::int FROM messages
      WHERE messages.chat_id = me.chat_id AND messages.seq > me.last_read_seq AND messages.author_id <> me.user_id
    ) AS unread`.execute(db);
  const row = result.rows[0];
  if (!row) return undefined;
  const { before, last_read_seq, unread } = row;
  return { last_read_seq, unread, moved: last_read_seq > before };
}
