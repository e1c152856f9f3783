import { sql } from "kysely";
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

/** Answers one row more than a page has, if there are as many, in one statement, however many chats there are. */
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
  const { rows } = await sql<MessageRow>`
    WITH mine AS (${searchedChats(userId, chat_id)}),
    large AS (${largeChats(before)}),
    newest AS (${newestFound(template, before)}),
    older AS (${olderFound(template, before)})
    SELECT * FROM newest UNION ALL SELECT * FROM older ${firstOfPage}`.execute(db);
  return rows;
}

type Before = z.output<typeof place> | null;

const columns = sql.join(messageColumns.map((column) => sql.ref(column)));

const firstOfPage = sql`ORDER BY created_at DESC, chat_id DESC, seq DESC LIMIT ${rowsMax}`;

const searchedChats = (userId: number, chatId: number | undefined) => sql`
  SELECT me.chat_id, me.joined_seq, chats.last_seq,
    chats.last_seq >= ${largeMin} AS is_large
  FROM chat_members AS me JOIN chats ON chats.id = me.chat_id
  WHERE me.user_id = ${userId} AND chats.last_seq > me.joined_seq
    ${chatId === undefined ? sql`` : sql`AND me.chat_id = ${chatId}`}
  ORDER BY chats.last_message_at DESC, chats.id DESC
  LIMIT ${chatsMax}`;

/**
 * The index of words knows no order, so for one page all messages of a chat with a word would be read. In large chats the newest
 * are read first, by their key until the page is full, and only older ones than `walked_to` are looked up in the index. Where
 * large chats have n messages together, √(`rowsMax` · n) of them are read first at most, of each chat its share. All messages of
 * a chat count, because the index answers those too that are older than the member is in it. If what is read first does not
 * fill the page, a word that is spread evenly in each chat has no more matches than that in all that may still come onto it.
 * By `OFFSET 0` what is looked up is looked up once, not wherever it is named.
 */
const largeChats = (before: Before) => sql`
  SELECT chat_id, joined_seq, newest_seq,
    newest_seq - least(count, ceil(last_seq * least(1, sqrt(${rowsMax}::float8 / sum(last_seq) OVER ()))))::int AS walked_to
  FROM mine, LATERAL (SELECT ${newestSeq(before)} AS newest_seq OFFSET 0) AS newest,
    LATERAL (SELECT newest_seq - joined_seq AS count) AS counted
  WHERE is_large AND count > 0`;

/**
 * The number from which on a chat is read. In a chat `seq` has the order of `created_at` (store-messages.ts), of which there is
 * no index, so the place of a cursor's time is found by halving.
 */
const newestSeq = (before: Before) =>
  before
    ? sql`(
        WITH RECURSIVE halved AS (
          SELECT joined_seq AS low, last_seq AS high
          UNION ALL
          SELECT CASE WHEN is_after THEN low ELSE middle END, CASE WHEN is_after THEN middle - 1 ELSE high END
          FROM halved, LATERAL (SELECT high - (high - low) / 2 AS middle) AS half, LATERAL (
            SELECT coalesce((
              SELECT created_at > ${before[0]}::timestamptz FROM messages
              WHERE messages.chat_id = mine.chat_id AND seq > low AND seq <= middle ORDER BY seq DESC LIMIT 1
            ), false) AS is_after OFFSET 0
          ) AS compared
          WHERE low < high)
        SELECT max(low) FROM halved)`
    : sql`last_seq`;

const isShown = (before: Before) =>
  before
    ? sql`deleted_at IS NULL AND (created_at, chat_id, seq) < (${before[0]}::timestamptz, ${before[1]}::int, ${before[2]}::int)`
    : sql`deleted_at IS NULL`;

/**
 * Searches chat by chat, so that the index is read for words of that chat alone, however many messages there are. Should
 * a stored word name another chat than its message's, the condition on `chat_id` keeps the message from that chat; by
 * `+ 0` no index answers it, which for a large chat would mean reading all of its messages.
 */
const byWords = (template: string) => sql`
  words @@ replace(${template}, '#', mine.chat_id::text)::tsquery AND chat_id + 0 = mine.chat_id`;

/**
 * By `coalesce` no index answers the condition on the words. PostgreSQL then expects that every second message meets it, and so
 * reads them one by one in the order of their key, rather than all of them before it sorts.
 */
const byKey = (template: string) => sql`
  chat_id = mine.chat_id AND coalesce(words @@ replace(${template}, '#', mine.chat_id::text)::tsquery, false)`;

/** A page of the small chats and of the newest messages of the large ones. */
const newestFound = (template: string, before: Before) => sql`
  SELECT found.* FROM mine CROSS JOIN LATERAL (
    SELECT ${columns} FROM messages
    WHERE ${byWords(template)} AND seq > mine.joined_seq AND ${isShown(before)}
    ORDER BY created_at DESC, seq DESC LIMIT ${rowsMax}
  ) AS found
  WHERE NOT mine.is_large
  UNION ALL
  SELECT found.* FROM large AS mine CROSS JOIN LATERAL (
    SELECT ${columns} FROM messages
    WHERE ${byKey(template)} AND seq > mine.walked_to AND seq <= mine.newest_seq AND ${isShown(before)}
    ORDER BY seq DESC LIMIT ${rowsMax}
  ) AS found
  ${firstOfPage}`;

/** A page of the older messages of each large chat, unless even the newest of them would come after a page that is full. */
const olderFound = (template: string, before: Before) => sql`
  SELECT found.* FROM large AS mine CROSS JOIN LATERAL (
    SELECT created_at, chat_id, seq FROM messages
    WHERE chat_id = mine.chat_id AND seq > mine.joined_seq AND seq <= mine.walked_to
    ORDER BY seq DESC LIMIT 1
  ) AS next CROSS JOIN LATERAL (
    SELECT ${columns} FROM messages
    WHERE ${byWords(template)} AND seq > mine.joined_seq AND seq <= next.seq AND ${isShown(before)}
    ORDER BY seq DESC LIMIT ${rowsMax}
  ) AS found
  WHERE ${rowsMax} > (
    SELECT count(*) FROM newest
    WHERE (newest.created_at, newest.chat_id, newest.seq) > (next.created_at, next.chat_id, next.seq))`;
