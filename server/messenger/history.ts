import type { ChatKind, History, HistoryQuery, Message } from "#lib/messenger/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { type MessageRow, toMessage } from "#server/messenger/messages.ts";
import type { Reader } from "#server/messenger/reader.ts";

/** A page of a chat's history by seq; undefined when the member is not in such a chat. */
export async function readHistory(
  db: Db,
  persons: Persons,
  reader: Reader,
  { x, id: chatId }: { x: ChatKind; id: number },
  { before, after, around, limit }: HistoryQuery,
): Promise<History | undefined> {
  const chat = await db
    .selectFrom("chats")
    .innerJoin("chat_members", "chat_members.chat_id", "chats.id")
    .select(["chats.last_seq", "chat_members.joined_seq"])
    .where("chats.id", "=", chatId)
    .where("chats.kind", "=", x)
    .where("chat_members.user_id", "=", reader.id)
    .executeTakeFirst();
  if (!chat) return undefined;

  const page = (operator: "<=" | ">", seq: number, count: number) =>
    db
      .selectFrom("messages")
      .selectAll()
      .where("chat_id", "=", chatId)
      .where("seq", ">", chat.joined_seq)
      .where("seq", operator, seq)
      .orderBy("seq", operator === ">" ? "asc" : "desc")
      .limit(count)
      .execute();

  let rows: MessageRow[];
  if (after !== undefined) rows = await page(">", after, limit);
  else if (around !== undefined) {
    // Where one side ends early the other fills the page.
    const [older, newer] = [await page("<=", around, limit), await page(">", around, limit)];
    const kept = newer.slice(0, Math.max(Math.floor(limit / 2), limit - older.length));
    rows = [...older.slice(0, limit - kept.length).reverse(), ...kept];
  } else
    rows = (await page("<=", before === undefined ? chat.last_seq : before - 1, limit)).reverse();

  return {
    data: await toMessages(persons, rows, reader),
    meta: { first_seq: chat.last_seq === 0 ? 0 : chat.joined_seq + 1, last_seq: chat.last_seq },
  };
}

async function toMessages(
  persons: Persons,
  rows: MessageRow[],
  reader: Reader,
): Promise<Message[]> {
  const people = await persons.findAll(reader, [...new Set(rows.map((row) => row.author_id))]);
  return rows.flatMap((row) => {
    const author = people.get(row.author_id);
    return author ? [toMessage(row, author)] : [];
  });
}
