/** Indexes, step by step, messages stored before the search existed or for another version of it. */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";
import {
  messageWords,
  messageWordsVersion,
  vectorOfText,
  wordsText,
} from "#server/messenger/search/message-words.ts";

const atOnce = 500;

/** Runs in the background from the start; after an interruption it continues where it was. */
export const indexMessagesPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "message_search",
    everyMs: hourMs,
    work: async (signal) => {
      while (!signal.aborted && (await indexNext(db)));
    },
    failed: "could not index messages for the search, will try again",
  });
});

interface Row {
  chat_id: number;
  seq: number;
  text: string;
}

/** Returns whether more may be left. Several processes take turns, a step each. */
export async function indexNext(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const made = await trx
      .selectFrom("message_search")
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (made.version === messageWordsVersion && made.done) return false;
    const after = made.version === messageWordsVersion ? made : { chat_id: 0, seq: 0 };
    // Locked, so that a message changed meanwhile waits and is not indexed with its former text.
    const { rows } = await sql<Row>`
      SELECT chat_id, seq, CASE WHEN deleted_at IS NULL THEN text ELSE '' END AS text FROM messages
      WHERE (chat_id, seq) > (${after.chat_id}::int, ${after.seq}::int)
      ORDER BY chat_id, seq LIMIT ${atOnce} FOR NO KEY UPDATE`.execute(trx);
    await storeWords(trx, rows);
    const last = rows.at(-1) ?? { chat_id: made.chat_id, seq: made.seq };
    await trx
      .updateTable("message_search")
      .set({
        version: messageWordsVersion,
        chat_id: last.chat_id,
        seq: last.seq,
        done: rows.length < atOnce,
      })
      .execute();
    return rows.length === atOnce;
  });
}

const storeWords = (trx: Db, rows: Row[]) =>
  sql`
    UPDATE messages SET words = ${vectorOfText(sql<string>`made.words`)}
    FROM unnest(${rows.map(({ chat_id }) => chat_id)}::int[], ${rows.map(({ seq }) => seq)}::int[],
      ${rows.map(({ chat_id, text }) => wordsText(messageWords(chat_id, text)))}::text[]) AS made (chat_id, seq, words)
    WHERE messages.chat_id = made.chat_id AND messages.seq = made.seq`.execute(trx);
