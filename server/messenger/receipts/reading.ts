import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";

/** Unread messages of the chat in the row of `me` and `chats` at hand (architecture.md, data model). */
export const unreadOf = sql<number>`(chats.last_seq - me.last_read_seq - me.own_unread)`;

/** Unread messages of all chats, by member; every one of `userIds` is answered. No message is read for it. */
export async function countUnread(db: Db, userIds: number[]): Promise<Map<number, number>> {
  const result = await sql<{ user_id: number; unread: number }>`
    SELECT me.user_id, sum(${unreadOf})::int AS unread
    FROM chat_members AS me
    JOIN chats ON chats.id = me.chat_id AND chats.last_seq > me.last_read_seq
    WHERE me.user_id = ANY(${userIds}::int[])
    GROUP BY me.user_id`.execute(db);
  const counts = new Map(userIds.map((userId) => [userId, 0]));
  for (const { user_id, unread } of result.rows) counts.set(user_id, unread);
  return counts;
}

/** Moves the reading mark forward, never back, and counts what is left; undefined when the member is not in the chat. */
export async function markRead(db: Db, userId: number, { x, id: chatId }: NamedChat, seq: number) {
  return db.transaction().execute(async (trx) => {
    const me = await trx
      .selectFrom("chat_members")
      .select("last_read_seq")
      .where("user_id", "=", userId)
      .where("chat_id", "=", chatId)
      .where((eb) =>
        eb.exists(
          eb.selectFrom("chats").select("id").where("id", "=", chatId).where("kind", "=", x),
        ),
      )
      .forUpdate()
      .executeTakeFirst();
    if (!me) return undefined;
    // Counted once the row is locked: a message of one's own that is on its way adds itself to what is stored here.
    const after = await moveMark(trx, { userId, chatId, before: me.last_read_seq, seq });
    return { ...after, moved: after.last_read_seq > me.last_read_seq };
  });
}

async function moveMark(
  trx: Db,
  { userId, chatId, before, seq }: { userId: number; chatId: number; before: number; seq: number },
): Promise<{ last_read_seq: number; unread: number }> {
  const readTo = sql`greatest(${before}::int, least(${seq}::int, chats.last_seq))`;
  // The other of a private chat sees no more of it across a block.
  const isOpen = sql`NOT EXISTS (SELECT FROM blocks
    WHERE (blocker_id, blocked_id) IN ((private_low, private_high), (private_high, private_low)))`;
  const result = await sql<{ last_read_seq: number; unread: number }>`
    UPDATE chat_members AS me
    SET last_read_seq = ${readTo},
      seen_seq = CASE WHEN ${isOpen} THEN greatest(seen_seq, ${readTo}) ELSE seen_seq END,
      delivered_seq = CASE WHEN ${isOpen} THEN greatest(delivered_seq, ${readTo}) ELSE delivered_seq END,
      own_unread = own_unread - (
        SELECT count(*) FROM messages
        WHERE messages.chat_id = ${chatId} AND seq > ${before}::int AND seq <= ${seq}::int AND author_id = ${userId})
    FROM chats
    WHERE me.chat_id = ${chatId} AND me.user_id = ${userId} AND chats.id = me.chat_id
    RETURNING me.last_read_seq, ${unreadOf} AS unread`.execute(trx);
  const [row] = result.rows;
  if (!row) throw new Error("the row is locked");
  return row;
}
