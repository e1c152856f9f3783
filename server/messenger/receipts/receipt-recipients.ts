/** The recipients of what a member does in a chat. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findMembership, type NamedChat } from "#server/messenger/chats/find-membership.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";

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

/**
 * Recipients for whom this receipt is news: everyone else in the chat had read, or been delivered, less. In a group of
 * hundreds only the first receipt is thereby published to all. `besides` are members whose receipts have just moved as
 * far, too.
 */
export async function listReceiptRecipients(
  db: Db,
  { chatId, userId, seq, besides = [] }: Receipt,
  column: "seen_seq" | "delivered_seq",
): Promise<number[]> {
  const asFar = await db
    .selectFrom("chat_members")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .where(sql<boolean>`user_id <> ALL(${[userId, ...besides]}::int[])`)
    .where(sql<boolean>`${sql.ref(column)} >= ${seq}::int`)
    .limit(2)
    .execute();
  const [only, another] = asFar;
  if (another) return [];
  let recipients = othersIn(db, chatId, userId);
  // For all but that member another one was as far already.
  if (only) recipients = recipients.where("user_id", "=", only.user_id);
  return (await recipients.execute()).map(({ user_id }) => user_id);
}
