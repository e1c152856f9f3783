/** The recipients of what a member does in a chat. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findMembership, type NamedChat } from "#server/messenger/chats/find-membership.ts";
import { blockedWith, isUnblocked, mayWrite } from "#server/visibility.ts";

interface Receipt {
  chatId: number;
  userId: number;
  seq: number;
  besides?: number[];
}

const othersIn = (db: Db, chatId: number, userId: number) =>
  db
    .selectFrom("chat_members")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .innerJoin("chats", "chats.id", "chat_members.chat_id")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .where("user_id", "<>", userId)
    .where(isUnblocked(userId));

/**
 * The members who see that a member is typing: nobody across a block, nobody who accepts no messages from them, and
 * nobody whose list does not show the chat yet. Undefined when the member is not in the chat.
 */
export async function listTypingRecipients(
  db: Db,
  userId: number,
  chat: NamedChat,
): Promise<number[] | undefined> {
  if (!(await findMembership(db, userId, chat))) return undefined;
  const rows = await othersIn(db, chat.id, userId)
    .where((eb) => eb.or([eb("chats.kind", "=", "group"), mayWrite(userId)]))
    .where((eb) => eb.or([eb("last_seq", ">", 0), eb("opened", "=", true)]))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const isAcrossBlockFrom = (userId: number) =>
  sql<boolean>`chat_members.user_id IN ${blockedWith(userId)}`;

/** In a chat of at most this many members every read receipt is published to everybody. */
const fewMembersMax = 10;

/** Recipients of a read receipt: in a small chat all others, in a larger one only those whose ticks it changes. */
export async function listReadRecipients(db: Db, receipt: Receipt): Promise<number[]> {
  const members = await db
    .selectFrom("chat_members")
    .select("user_id")
    .where("chat_id", "=", receipt.chatId)
    .limit(fewMembersMax + 1)
    .execute();
  if (members.length > fewMembersMax) return listReceiptRecipients(db, receipt, "seen_seq");
  const rows = await othersIn(db, receipt.chatId, receipt.userId).execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Recipients whose ticks this receipt changes, because no other member whose receipts they see had got as far. So in a
 * group of hundreds only the first receipt is published to all. `besides` are members whose receipts have reached the
 * same message in the same batch.
 */
export async function listReceiptRecipients(
  db: Db,
  { chatId, userId, seq, besides = [] }: Receipt,
  column: "seen_seq" | "delivered_seq",
): Promise<number[]> {
  const asFar = db
    .selectFrom("chat_members as other")
    .where("other.chat_id", "=", chatId)
    .where(sql<boolean>`other.user_id <> ALL(${[userId, ...besides]}::int[])`)
    .where(sql<boolean>`${sql.ref(`other.${column}`)} >= ${seq}::int`);
  const hasBlocks = sql<boolean>`EXISTS (
    SELECT FROM blocks WHERE blocker_id = other.user_id OR blocked_id = other.user_id)`;
  const [one, another] = await asFar
    .select(["other.user_id", hasBlocks.as("has_blocks")])
    .limit(2)
    .execute();
  let recipients = othersIn(db, chatId, userId);
  // The receipt changes the ticks only of the one member who had got as far, and of those who do not see that member's
  // receipts.
  if (one)
    recipients = recipients.where((eb) =>
      eb.or([eb("user_id", "=", one.user_id), isAcrossBlockFrom(one.user_id)]),
    );
  if (another) {
    if (!one?.has_blocks || !another.has_blocks) return [];
    const fartherReaders = asFar
      .select("other.user_id")
      .where(sql<boolean>`other.user_id <> users.id`)
      .where(isUnblocked(sql.ref("other.user_id")));
    recipients = recipients.where((eb) => eb.not(eb.exists(fartherReaders)));
  }
  return (await recipients.execute()).map(({ user_id }) => user_id);
}

/**
 * Recipients of a receipt who missed the furthest one: the member whose own it is, and members with a block between
 * them and that member.
 */
export async function listOtherRecipients(
  db: Db,
  { chatId, userId }: Pick<Receipt, "chatId" | "userId">,
  furthestId: number,
): Promise<number[]> {
  const rows = await othersIn(db, chatId, userId)
    .where((eb) => eb.or([eb("user_id", "=", furthestId), isAcrossBlockFrom(furthestId)]))
    .execute();
  return rows.map(({ user_id }) => user_id);
}
