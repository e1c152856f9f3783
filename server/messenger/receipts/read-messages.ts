import { sql } from "kysely";
import type { ChatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import type { Database, Db } from "#server/db/database.ts";
import type { FrequentQuery } from "#server/db/server-pool.ts";
import { notFound } from "#server/http/failure.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import { listReadRecipients } from "#server/messenger/receipts/receipt-recipients.ts";

export type ReadMessages = ReturnType<typeof createReadMessages>;

interface Options {
  db: Db;
  publish: Publish;
  /** Called with the members whose number of unread messages has changed. */
  unreadChanged: (userIds: number[]) => void;
}

/**
 * Marks messages of a chat as read by a member, and publishes the receipt once it is stored: to their own devices what
 * they have read, to others what they see as read.
 */
export const createReadMessages =
  ({ db, publish, unreadChanged }: Options) =>
  async (
    userId: number,
    chat: NamedChat,
    seq: number,
  ): Promise<{ last_read_seq: number; unread: number }> => {
    const receipt = await markRead(db, userId, chat, seq);
    if (!receipt) throw notFound();
    const { seen_seq, seenMoved, ...state } = receipt;
    const eventOf = (upTo: number): ChatReadEvent => ({
      chat_id: chat.id,
      user_id: userId,
      seq: upTo,
    });
    // Published to the member's own devices even if nothing moved: a node that moved the receipt before may have died
    // before it published that.
    publish([userId], "chat_read", eventOf(state.last_read_seq));
    unreadChanged([userId]);
    // `last_read_seq` moves back with "unread", which others must not learn.
    if (seenMoved) {
      const seen = { chatId: chat.id, userId, seq: seen_seq };
      publish(await listReadRecipients(db, seen), "chat_read", eventOf(seen_seq));
    }
    return state;
  };

const unreadText = "(chats.last_seq - me.last_read_seq - me.own_unread)";

/**
 * The number of unread messages of a chat, from the rows `me` and `chats` of a query: messages by others after the last
 * that was read.
 */
export const unreadOf = sql<number>`${sql.raw(unreadText)}`;

/** A frequent query, because it runs after nearly every message. */
const unreadQuery: FrequentQuery = {
  name: "count-unread",
  text: `SELECT me.user_id, sum(${unreadText})::int AS unread
    FROM chat_members AS me
    JOIN chats ON chats.id = me.chat_id AND chats.last_seq > me.last_read_seq
    WHERE me.user_id = ANY ($1::int[])
    GROUP BY me.user_id`,
};

/** Returns the number of unread messages in all chats by member, with an entry for each of `userIds`. Reads no messages. */
export async function countUnread(
  ask: Database["ask"],
  userIds: number[],
): Promise<Map<number, number>> {
  const rows = await ask<{ user_id: number; unread: number }>(unreadQuery, [userIds]);
  const counts = new Map(userIds.map((userId) => [userId, 0]));
  for (const { user_id, unread } of rows) counts.set(user_id, unread);
  return counts;
}

/**
 * Moves `last_read_seq` forward, never back, and counts what is unread. Undefined when the member is not in the chat.
 */
async function markRead(db: Db, userId: number, { x, id: chatId }: NamedChat, seq: number) {
  return db.transaction().execute(async (trx) => {
    const me = await trx
      .selectFrom("chat_members")
      .select(["last_read_seq", "seen_seq"])
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
    // Counted under the lock, because a message that the member is sending adds itself to `own_unread`.
    const after = await moveReceipt(trx, { userId, chatId, before: me.last_read_seq, seq });
    return { ...after, seenMoved: after.seen_seq > me.seen_seq };
  });
}

/** Whether no block separates the two members of the private chat in the current row of `chats`; true for a group. */
export const isOpenChat = sql<boolean>`NOT EXISTS (SELECT FROM blocks
  WHERE (blocker_id, blocked_id) IN ((private_low, private_high), (private_high, private_low)))`;

async function moveReceipt(
  trx: Db,
  { userId, chatId, before, seq }: { userId: number; chatId: number; before: number; seq: number },
): Promise<{ last_read_seq: number; seen_seq: number; unread: number }> {
  const readTo = sql`greatest(${before}::int, least(${seq}::int, chats.last_seq))`;
  // `last_read_seq` decides what is unread to the member; `seen_seq` is what others see, and stands still across a
  // block.
  const result = await sql<{ last_read_seq: number; seen_seq: number; unread: number }>`
    UPDATE chat_members AS me
    SET last_read_seq = ${readTo},
      seen_seq = CASE WHEN ${isOpenChat} THEN greatest(seen_seq, ${readTo}) ELSE seen_seq END,
      delivered_seq = CASE WHEN ${isOpenChat} THEN greatest(delivered_seq, ${readTo}) ELSE delivered_seq END,
      own_unread = own_unread - (
        SELECT count(*) FROM messages
        WHERE messages.chat_id = ${chatId} AND seq > ${before}::int AND seq <= ${seq}::int AND author_id = ${userId})
    FROM chats
    WHERE me.chat_id = ${chatId} AND me.user_id = ${userId} AND chats.id = me.chat_id
    RETURNING me.last_read_seq, me.seen_seq, ${unreadOf} AS unread`.execute(trx);
  const [row] = result.rows;
  if (!row) throw new Error("the row is locked");
  return row;
}
