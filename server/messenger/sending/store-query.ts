import { sql } from "kysely";
import { mainImageText, type PersonRow } from "#server/auth/person.ts";
import type { Db, FrequentQuery } from "#server/db/database.ts";
import { vectorOfText } from "#server/messenger/search/message-words.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";

/** A message to be stored, as the statement reads it. */
export interface AskedRow {
  /** Its place in the batch. */
  n: number;
  chat_id: number;
  kind: string;
  author_id: number;
  /** Of the author's session, as a bytea is written. */
  session: string;
  client_id: string;
  text: string;
  reply_to: number | null;
  mentions: object[] | null;
  forwarded_from: number | null;
  words: string;
  attachments: number[] | null;
  /** One before it in the batch is the same. */
  is_copy: boolean;
}

export type Refusal = "own block" | "block" | "friends" | "nobody";

/** Why it was not stored. `missing`: no such chat of the author, or a peer, what is replied to or attached is gone. */
export type Unstored = "unauthenticated" | "missing" | "repeated" | Refusal;

/** What became of it. */
export type StoredRow =
  | { n: number; verdict: Unstored }
  | ({
      n: number;
      verdict: "stored";
      seq: number;
      created_ms: number;
      private_low: number | null;
      private_high: number | null;
    } & Pick<PersonRow, "surname" | "name" | "patronymic" | "main_image">);

/**
 * Stores a batch in one statement; $1 are the messages as JSON. The chats are locked first, in one order wherever it
 * runs, so nodes wait for each other and never for ever; seq then has no gaps and follows the commits. Nothing is stored
 * under a session that has ended, nor what its reader does not accept. What looks up single rows is written so that no
 * plan turns it into reading whole tables.
 */
export function storeQuery(db: Db): FrequentQuery {
  const author = sql<number>`asked.author_id`;
  const query = sql`
    WITH asked AS MATERIALIZED (
      SELECT asked.*, me.joined_seq, author.*
      FROM json_to_recordset($1::json) AS asked (n int, chat_id int, kind text, author_id int, session bytea,
        client_id uuid, text text, reply_to int, mentions jsonb, forwarded_from int, words text, attachments int[],
        is_copy boolean)
      LEFT JOIN LATERAL (
        SELECT true AS is_live, surname, name, patronymic, ${sql.raw(mainImageText)} AS main_image
        FROM sessions JOIN users ON users.id = sessions.user_id
        WHERE token_hash = asked.session AND user_id = asked.author_id AND expires_at > now() AND deleted_at IS NULL
        OFFSET 0
      ) AS author ON true
      LEFT JOIN LATERAL (
        SELECT joined_seq FROM chat_members WHERE chat_id = asked.chat_id AND user_id = asked.author_id OFFSET 0
      ) AS me ON true
    ), chat AS MATERIALIZED (
      SELECT id, kind, last_seq, last_message_at, private_low, private_high FROM chats
      WHERE id = ANY (ARRAY(SELECT DISTINCT chat_id FROM asked WHERE joined_seq IS NOT NULL))
      ORDER BY id FOR NO KEY UPDATE
    ), judged AS (
      SELECT asked.*, chat.last_seq, chat.last_message_at, chat.private_low, chat.private_high,
        CASE
          WHEN asked.is_live IS NULL THEN 'unauthenticated'
          WHEN asked.joined_seq IS NULL OR chat.id IS NULL THEN 'missing'
          WHEN (SELECT true FROM messages AS sent WHERE sent.chat_id = asked.chat_id
            AND sent.author_id = asked.author_id AND sent.client_id = asked.client_id LIMIT 1) THEN 'repeated'
          WHEN asked.reply_to <= asked.joined_seq OR asked.reply_to > chat.last_seq THEN 'missing'
          -- Held until they are attached: one that is deleted meanwhile is missing, and fails no batch.
          WHEN (SELECT count(*) FROM (SELECT FROM media WHERE id = ANY (asked.attachments) FOR KEY SHARE) AS held)
            < cardinality(asked.attachments) THEN 'missing'
          WHEN asked.kind = 'private' AND peer.verdict IS DISTINCT FROM 'stored' THEN coalesce(peer.verdict, 'missing')
          WHEN asked.is_copy THEN 'repeated'
          ELSE 'stored'
        END AS verdict
      FROM asked
      LEFT JOIN chat ON chat.id = asked.chat_id AND chat.kind = asked.kind
      LEFT JOIN LATERAL (
        SELECT CASE WHEN ${mayWrite(author)} THEN 'stored'
          WHEN ${isUnblocked(author)} THEN privacy_messages
          WHEN EXISTS (SELECT FROM blocks WHERE blocker_id = ${author} AND blocked_id = users.id) THEN 'own block'
          ELSE 'block' END AS verdict
        FROM users
        WHERE users.id = CASE WHEN chat.private_low = ${author} THEN chat.private_high ELSE chat.private_low END
          AND users.deleted_at IS NULL OFFSET 0
      ) AS peer ON true
    ), numbered AS MATERIALIZED (
      SELECT *,
        last_seq + (count(*) FILTER (WHERE verdict = 'stored') OVER (PARTITION BY chat_id ORDER BY n))::int AS seq,
        greatest(last_message_at, clock_timestamp())::timestamptz(3) AS created_at
      FROM judged
    ), new AS (
      SELECT * FROM numbered WHERE verdict = 'stored'
    ), counted AS (
      UPDATE chats SET last_seq = newest.seq, last_message_at = newest.created_at
      FROM (SELECT chat_id, max(seq) AS seq, max(created_at) AS created_at FROM new GROUP BY chat_id) AS newest
      WHERE chats.id = newest.chat_id
    ), written AS (
      UPDATE chat_members SET own_unread = own_unread + own.messages
      FROM (SELECT chat_id, author_id, count(*)::int AS messages FROM new GROUP BY chat_id, author_id) AS own
      WHERE chat_members.chat_id = own.chat_id AND chat_members.user_id = own.author_id
    ), stored AS (
      INSERT INTO messages
        (chat_id, seq, author_id, client_id, text, reply_to, mentions, forwarded_from, words, created_at)
      SELECT chat_id, seq, author_id, client_id, text, reply_to, mentions, forwarded_from,
        ${vectorOfText(sql`words`)}, created_at
      FROM new
    ), attached AS (
      INSERT INTO message_attachments (chat_id, seq, position, media_id)
      SELECT chat_id, seq, position - 1, media_id
      FROM new, unnest(attachments) WITH ORDINALITY AS media (media_id, position)
    )
    SELECT n, verdict, seq, (extract(epoch FROM created_at) * 1000)::float8 AS created_ms, private_low, private_high,
      surname, name, patronymic, main_image
    FROM numbered`.compile(db);
  return { name: "store-messages", text: query.sql };
}
