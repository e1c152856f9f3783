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
/** Searches only this many chats, the newest, because each is looked up in the index. */
const chatsMax = 300;
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

/**
 * Searches chat by chat, so that the index is read for words of that chat alone, however many messages there are. Should
 * a stored word name another chat than its message's, the condition on `chat_id` keeps the message from that chat; by
 * `+ 0` no index answers it, which for a large chat would mean reading all of its messages.
 */
async function findRows(db: Db, userId: number, { q, chat_id, cursor }: MessageFilter) {
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
  const result = await sql<MessageRow>`
    SELECT found.* FROM (
      SELECT me.chat_id, me.joined_seq
      FROM chat_members AS me JOIN chats ON chats.id = me.chat_id
      WHERE me.user_id = ${userId} AND chats.last_seq > me.joined_seq
        ${chat_id === undefined ? sql`` : sql`AND me.chat_id = ${chat_id}`}
      ORDER BY chats.last_message_at DESC, chats.id DESC
      LIMIT ${chatsMax}
    ) AS mine CROSS JOIN LATERAL (
      SELECT ${sql.join(messageColumns.map((column) => sql.ref(column)))}
      FROM messages
      WHERE words @@ replace(${template}, '#', mine.chat_id::text)::tsquery
        AND messages.chat_id + 0 = mine.chat_id AND seq > mine.joined_seq AND deleted_at IS NULL
        ${before ? sql`AND (created_at, chat_id, seq) < (${before[0]}::timestamptz, ${before[1]}::int, ${before[2]}::int)` : sql``}
      ORDER BY created_at DESC, seq DESC
      LIMIT ${pageSize + 1}
    ) AS found
    ORDER BY created_at DESC, chat_id DESC, seq DESC
    LIMIT ${pageSize + 1}`.execute(db);
  return result.rows;
}
