/** Who of a chat is told what a member does in it. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findMembership, type NamedChat } from "#server/messenger/chats/find-membership.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";

interface NewMark {
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
 * Who sees a member write: nobody across a block, nor one who accepts no messages of theirs, nor to whom the chat does not
 * show yet. Undefined when the member is not in such a chat.
 */
export async function listWatchers(
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
 * To whom it is news that a member has read or got a chat up to `seq`: those of whose others nobody else is as far. Of a
 * group of hundreds only the first is told to all. `besides` have just come there, too.
 */
export async function listNewsTo(
  db: Db,
  { chatId, userId, seq, besides = [] }: NewMark,
  mark: "seen_seq" | "delivered_seq",
): Promise<number[]> {
  const asFar = await db
    .selectFrom("chat_members")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .where(sql<boolean>`user_id <> ALL(${[userId, ...besides]}::int[])`)
    .where(sql<boolean>`${sql.ref(mark)} >= ${seq}::int`)
    .limit(2)
    .execute();
  const [only, another] = asFar;
  if (another) return [];
  let hearers = othersIn(db, chatId, userId);
  if (only) hearers = hearers.where("user_id", "=", only.user_id);
  return (await hearers.execute()).map(({ user_id }) => user_id);
}
