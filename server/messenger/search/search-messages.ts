import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { MessageSearch } from "#lib/messenger/contract/search-schema.ts";
import type { Db } from "#server/db/database.ts";
import { cursorTime, decodeCursor, seekPage } from "#server/http/cursor.ts";
import { type ChatSource, listChats } from "#server/messenger/chats/chats.ts";
import type { Reader } from "#server/plugins/session.ts";
import { messageColumns, type MessageRow } from "#server/messenger/history/show-messages.ts";
import { searchWordsOf } from "#server/messenger/search/message-words.ts";

const pageSize = 20;
/** Tells whether there is a next page. */
const rowsMax = pageSize + 1;
/** Searches only this many chats, the newest, because each is looked up in the index. */
const chatsMax = 300;
/** A chat with as many messages is searched from its newest ones on, rather than by the index of words alone. */
const largeMin = 20_000;
const place = z.tuple([cursorTime, id, id]);

interface MessageFilter {
  q: string;
  chat_id?: number | undefined;
  cursor?: string | undefined;
}

/** Messages of the reader's chats, from after they joined, in which every word of `q` begins a word; newest first. */
export async function searchMessages(
  source: ChatSource,
  reader: Reader,
  filter: MessageFilter,
): Promise<MessageSearch> {
  const rows = await findRows(source.db, reader.id, filter);
  const page = seekPage(
    rows,
    pageSize,
    (row) => row,
    (row) => [row.created_at.toISOString(), row.chat_id, row.seq],
  );
  const chatIds = [...new Set(page.data.map(({ chat_id }) => chat_id))];
  const chats = chatIds.length > 0 ? await listChats(source, reader, { chatIds }) : { data: [] };
  return {
    data: await source.show(reader, page.data),
    meta: { ...page.meta, chats: chats.data },
  };
}

/** Answers one row more than a page has, if there are as many. */
export async function findRows(db: Db, userId: number, { q, chat_id, cursor }: MessageFilter) {
  const before = decodeCursor(cursor, place);
  const words = searchWordsOf(q);
  if (!words) return [];
  // The words are letters and digits alone, so nothing in them is query syntax. "#" is replaced by the chat's id.
  const template = words
    .map(
      (spellings) =>
        `(${spellings.map(({ spelling, isWhole }) => `'#:${spelling}'${isWhole ? "" : ":*"}`).join("|")})`,
    )
    .join("&");
  const chats = searchedChats(userId, chat_id);
  const { rows: large } = await sql<SearchedChat>`
    SELECT chat_id, joined_seq, last_seq FROM (${chats}) AS mine
    WHERE last_seq - joined_seq >= ${largeMin}`.execute(db);
  const largeIds = large.map((chat) => chat.chat_id);
  const found = await findInChats(db, { chats, except: largeIds }, { template, before });
  for (const chat of large) found.push(...(await findInLargeChat(db, chat, { template, before })));
  return found.toSorted(newestFirst).slice(0, rowsMax);
}

const newestFirst = (one: MessageRow, other: MessageRow) =>
  other.created_at.getTime() - one.created_at.getTime() ||
  other.chat_id - one.chat_id ||
  other.seq - one.seq;

interface Search {
  /** A tsquery, with "#" where the id of the chat belongs. */
  template: string;
  before: z.output<typeof place> | null;
}

interface SearchedChat {
  chat_id: number;
  joined_seq: number;
  last_seq: number;
}

const searchedChats = (userId: number, chatId: number | undefined) => sql`
  SELECT me.chat_id, me.joined_seq, chats.last_seq
  FROM chat_members AS me JOIN chats ON chats.id = me.chat_id
  WHERE me.user_id = ${userId} AND chats.last_seq > me.joined_seq
    ${chatId === undefined ? sql`` : sql`AND me.chat_id = ${chatId}`}
  ORDER BY chats.last_message_at DESC, chats.id DESC
  LIMIT ${chatsMax}`;

const columns = sql.join(messageColumns.map((column) => sql.ref(column)));

const isBefore = (before: Search["before"]) =>
  before
    ? sql`AND (created_at, chat_id, seq) < (${before[0]}::timestamptz, ${before[1]}::int, ${before[2]}::int)`
    : sql``;

/**
 * Searches chat by chat, so that the index is read for words of that chat alone, however many messages there are. Should
 * a stored word name another chat than its message's, the condition on `chat_id` keeps the message from that chat; by
 * `+ 0` no index answers it, which for a large chat would mean reading all of its messages.
 */
async function findInChats(
  db: Db,
  { chats, except }: { chats: RawBuilder<unknown>; except: number[] },
  { template, before }: Search,
) {
  const { rows } = await sql<MessageRow>`
    SELECT found.* FROM (${chats}) AS mine CROSS JOIN LATERAL (
      SELECT ${columns}
      FROM messages
      WHERE words @@ replace(${template}, '#', mine.chat_id::text)::tsquery
        AND messages.chat_id + 0 = mine.chat_id AND seq > mine.joined_seq AND deleted_at IS NULL
        ${isBefore(before)}
      ORDER BY created_at DESC, seq DESC
      LIMIT ${rowsMax}
    ) AS found
    WHERE mine.chat_id <> ALL (${except}::int[])
    ORDER BY created_at DESC, chat_id DESC, seq DESC
    LIMIT ${rowsMax}`.execute(db);
  return rows;
}

/**
 * The index of words knows no order, so for one page all messages with a word would be read. Here the newest are read first, by
 * their key until the page is full, and only older ones are looked up in the index. Of n messages √(`rowsMax` · n) are read first
 * at most: if they do not fill the page, a word that is spread evenly has no more matches than that in the whole chat. In a chat
 * `seq` has the order of `created_at` (store-messages.ts).
 */
async function findInLargeChat(db: Db, chat: SearchedChat, { template, before }: Search) {
  const { chat_id, joined_seq, last_seq } = chat;
  const isOfChat = before?.[1] === chat_id;
  const newest = isOfChat ? Math.min(before[2] - 1, last_seq) : last_seq;
  const count = Math.max(newest - joined_seq, 0);
  const walkedTo = newest - Math.min(Math.ceil(Math.sqrt(rowsMax * count)), count);
  const query = template.replaceAll("#", String(chat_id));
  const matching = (match: RawBuilder<unknown>, after: number, upTo: number) => sql<MessageRow>`
    SELECT ${columns} FROM messages
    WHERE ${match} AND seq > ${after} AND seq <= ${upTo} AND deleted_at IS NULL
      ${isOfChat ? sql`` : isBefore(before)}
    ORDER BY seq DESC
    LIMIT ${rowsMax}`;
  // No index answers the condition on the words here, nor that on the chat below.
  const byKey = sql`chat_id = ${chat_id} AND coalesce(words, '') @@ ${query}::tsquery`;
  const { rows } = await matching(byKey, walkedTo, newest).execute(db);
  if (rows.length === rowsMax || walkedTo <= joined_seq) return rows;
  const byWords = sql`words @@ ${query}::tsquery AND chat_id + 0 = ${chat_id}`;
  return [...rows, ...(await matching(byWords, joined_seq, walkedTo).execute(db)).rows];
}
