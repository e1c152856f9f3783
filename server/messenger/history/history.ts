import type { History, HistoryQuery } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import {
  findMembership,
  isStillIn,
  type NamedChat,
} from "#server/messenger/chats/find-membership.ts";
import type { Reader } from "#server/plugins/session.ts";
import {
  messageColumns,
  type MessageRow,
  type ShowMessages,
} from "#server/messenger/history/show-messages.ts";

/** A page of a chat's history by seq; undefined when the member is not in such a chat. */
export async function readHistory(
  { db, show }: { db: Db; show: ShowMessages },
  reader: Reader,
  named: NamedChat,
  { before, after, around, limit }: HistoryQuery,
): Promise<History | undefined> {
  const chat = await findMembership(db, reader.id, named);
  if (!chat) return undefined;

  const page = (operator: "<=" | ">", seq: number, count: number) =>
    db
      .selectFrom("messages")
      .select(messageColumns)
      .where("chat_id", "=", named.id)
      .where("seq", ">", chat.joined_seq)
      .where("seq", operator, seq)
      .where(isStillIn(named.id, reader.id, chat))
      .orderBy("seq", operator === ">" ? "asc" : "desc")
      .limit(count)
      .execute();

  let rows: MessageRow[];
  if (after !== undefined) rows = await page(">", after, limit);
  else if (around !== undefined) {
    // Where one side has fewer messages, the other side fills the page.
    const [older, newer] = [await page("<=", around, limit), await page(">", around, limit)];
    const shownNewer = newer.slice(0, Math.max(Math.floor(limit / 2), limit - older.length));
    rows = [...older.slice(0, limit - shownNewer.length).reverse(), ...shownNewer];
  } else
    rows = (await page("<=", before === undefined ? chat.last_seq : before - 1, limit)).reverse();

  return {
    data: await show(reader, rows),
    meta: {
      first_seq: chat.last_seq === 0 ? 0 : chat.joined_seq + 1,
      last_seq: chat.last_seq,
      last_change: chat.last_change,
    },
  };
}
