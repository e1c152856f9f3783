import { CompiledQuery, sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { ChatKind, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import { mainImageText, type StoredPerson, type Persons } from "#server/auth/person.ts";
import { hashOfSession } from "#server/auth/token.ts";
import { brokenConstraint, type Database, type Db } from "#server/db/database.ts";
import type { FrequentQuery } from "#server/db/server-pool.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import { lockChat } from "#server/messenger/chats/lock-chat.ts";
import { messageColumns, type MessageRow } from "#server/messenger/history/show-messages.ts";
import { vectorOfText, wordsText } from "#server/messenger/search/message-words.ts";
import type { PreparedMessage } from "#server/messenger/send/prepare-message.ts";
import type { SessionMember } from "#server/plugins/session.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";

/** The sender, and the session that must still be live when the message is stored. */
export type Author = Pick<SessionMember, "id" | "sessionId">;

export interface PreparedSend {
  author: Author;
  kind: ChatKind;
  input: Pick<SendMessageInput, "chat_id" | "client_id" | "reply_to">;
  prepared: PreparedMessage;
}

/** The outcome of storing a message. */
export type Stored =
  | { verdict: Unstored }
  | {
      verdict: "stored";
      row: MessageRow;
      hasAttachments: boolean;
      /** The author without presence, which is the same for every recipient. */
      author: Person;
      /** The ids of both members of a private chat; null in a group. */
      pair: number[] | null;
    };

/** Store messages in their order, and return the outcomes in the same order. */
export function createStoreMessages({ db, ask }: Pick<Database, "db" | "ask">, persons: Persons) {
  const query = storeQuery(db);
  const storeWith =
    (storeRows: (rows: RowToStore[]) => Promise<StoredRow[]>) =>
    async (batch: PreparedSend[]): Promise<Stored[]> =>
      outcomesOf(batch, await storeRows(batch.map(toRowToStore)), persons);
  return {
    /** Waits for no chat: the verdict on a message to one that is locked is `locked`. */
    store: storeWith(createStoreRows(ask, query)),
    /**
     * Waits for the lock of the one chat of these messages, and judges them afterwards: meanwhile a session may have ended, a
     * member been removed, or a block or a privacy setting been stored.
     */
    storeInTurn: (chatId: number, batch: PreparedSend[]): Promise<Stored[]> =>
      db.transaction().execute(async (trx) => {
        await lockChat(trx, chatId);
        const storeRows = async (rows: RowToStore[]) =>
          (await trx.executeQuery<StoredRow>(CompiledQuery.raw(query.text, [JSON.stringify(rows)])))
            .rows;
        return storeWith(storeRows)(batch);
      }),
  };
}

function outcomesOf(batch: PreparedSend[], rows: StoredRow[], persons: Persons): Stored[] {
  const rowOf = new Map(rows.map((row) => [row.n, row]));
  return batch.map((sending, n) => {
    const row = rowOf.get(n);
    if (!row) throw new Error("each message has a verdict");
    if (row.verdict !== "stored") return { verdict: row.verdict };
    const author = persons.toPerson({ ...row, id: sending.author.id, presence: null });
    const { private_low: low, private_high: high } = row;
    const pair = low === null || high === null ? null : [low, high];
    const hasAttachments = sending.prepared.attachments.length > 0;
    return { verdict: "stored", row: toMessageRow(sending, row), hasAttachments, author, pair };
  });
}

const triesMax = 5;

/**
 * Another node may store the same message at the same time, and the constraint fails this statement. It is then run
 * again and finds the message stored.
 */
const createStoreRows =
  (ask: Database["ask"], query: FrequentQuery) =>
  async (rows: RowToStore[]): Promise<StoredRow[]> => {
    for (let tries = 1; ; tries += 1)
      try {
        return await ask<StoredRow>(query, [JSON.stringify(rows)]);
      } catch (error) {
        if (brokenConstraint(error) !== "messages_client_id" || tries === triesMax) throw error;
      }
  };

const toRowToStore = ({ author, kind, input, prepared }: PreparedSend, n: number): RowToStore => ({
  ...{ n, kind, author_id: author.id, session: `\\x${author.sessionId}` },
  chat_id: input.chat_id,
  client_id: input.client_id,
  text: prepared.text,
  reply_to: input.reply_to ?? null,
  mentions: prepared.mentions,
  forwarded_from: prepared.forwarded_from,
  words: wordsText(prepared.words),
  attachments: prepared.attachments.length > 0 ? prepared.attachments : null,
});

const toMessageRow = (
  { author, input, prepared }: PreparedSend,
  { seq, created_ms }: { seq: number; created_ms: number },
): MessageRow => ({
  ...{ seq, author_id: author.id },
  chat_id: input.chat_id,
  // in the format in which the database writes it
  client_id: input.client_id.toLowerCase(),
  text: prepared.text,
  mentions: prepared.mentions,
  reply_to: input.reply_to ?? null,
  forwarded_from: prepared.forwarded_from,
  change: null,
  created_at: new Date(created_ms),
  edited_at: null,
  deleted_at: null,
});

/**
 * The message stored under this `client_id`, with the author's `joined_seq`; undefined outside the chat or without a live
 * session.
 */
export function findSent(
  db: Database["db"],
  author: Author,
  kind: ChatKind,
  { chat_id, client_id }: PreparedSend["input"],
): Promise<(MessageRow & { joined_seq: number }) | undefined> {
  return db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .innerJoin("chat_members", (join) =>
      join
        .onRef("chat_members.chat_id", "=", "messages.chat_id")
        .onRef("chat_members.user_id", "=", "messages.author_id"),
    )
    .select([...messageColumns, "chat_members.joined_seq"])
    .where("messages.chat_id", "=", chat_id)
    .where("messages.author_id", "=", author.id)
    .where("messages.client_id", "=", client_id)
    .where("chats.kind", "=", kind)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("sessions")
          .select("sessions.id")
          .where("sessions.token_hash", "=", hashOfSession(author.sessionId))
          .where("sessions.expires_at", ">", sql<Date>`now()`),
      ),
    )
    .executeTakeFirst();
}

/** A message to be stored, as the statement reads it. */
interface RowToStore {
  /** The message's position in the batch. */
  n: number;
  chat_id: number;
  kind: ChatKind;
  author_id: number;
  /** The hash of the author's session, as PostgreSQL writes a bytea. */
  session: string;
  client_id: string;
  text: string;
  reply_to: number | null;
  mentions: object[] | null;
  forwarded_from: number | null;
  words: string;
  attachments: number[] | null;
}

export type SendRefusal = "blocked by author" | "blocked by recipient" | "friends" | "nobody";

/**
 * Why a message was not stored. `locked`: its chat is locked by another transaction; `missing`: the author is in no such
 * chat, or the peer, the message replied to or a file is gone.
 */
type Unstored = "unauthenticated" | "locked" | "missing" | "repeated" | SendRefusal;

/** The verdict that the statement gives on a message. */
type StoredRow =
  | { n: number; verdict: Unstored }
  | ({
      n: number;
      verdict: "stored";
      seq: number;
      created_ms: number;
      private_low: number | null;
      private_high: number | null;
    } & Pick<StoredPerson, "surname" | "name" | "patronymic" | "main_image">);

/**
 * Stores a batch in one statement; $1 is the messages as JSON. It locks the chats first, so that `seq` has no gaps and its
 * order is that of the commits. It passes over those that another transaction has locked: a wait would hold up the messages
 * to all other chats, and make it judge by what was so before it. Nothing is stored under a session that has ended, by a
 * member who was just removed, nor against a block or a privacy setting of the recipient. Lookups of single rows are written
 * so that no plan reads whole tables.
 */
export function storeQuery(db: Db): FrequentQuery {
  const author = sql<number>`batch.author_id`;
  const query = sql`
    WITH batch AS MATERIALIZED (
      SELECT batch.*, me.joined_seq, author.*
      FROM json_to_recordset($1::json) AS batch (n int, chat_id int, kind text, author_id int, session bytea,
        client_id uuid, text text, reply_to int, mentions jsonb, forwarded_from int, words text, attachments bigint[])
      LEFT JOIN LATERAL (
        SELECT true AS is_live, surname, name, patronymic, ${sql.raw(mainImageText)} AS main_image
        FROM sessions JOIN users ON users.id = sessions.user_id
        WHERE token_hash = batch.session AND user_id = batch.author_id AND expires_at > now() AND deleted_at IS NULL
        OFFSET 0
      ) AS author ON true
      LEFT JOIN LATERAL (
        SELECT joined_seq FROM chat_members WHERE chat_id = batch.chat_id AND user_id = batch.author_id OFFSET 0
      ) AS me ON true
    ), chat AS MATERIALIZED (
      SELECT id, kind, last_seq, last_message_at, private_low, private_high FROM chats
      WHERE id = ANY (ARRAY(SELECT DISTINCT chat_id FROM batch WHERE joined_seq IS NOT NULL))
      FOR NO KEY UPDATE SKIP LOCKED
    ), judged AS (
      SELECT batch.*, chat.last_seq, chat.last_message_at, chat.private_low, chat.private_high,
        CASE
          WHEN batch.is_live IS NULL THEN 'unauthenticated'
          WHEN batch.joined_seq IS NULL THEN 'missing'
          WHEN chat.id IS NULL THEN 'locked'
          WHEN chat.kind <> batch.kind THEN 'missing'
          -- Read as it is now that the chat is locked: the author may have been removed just before.
          WHEN batch.kind = 'group' AND (SELECT true FROM chat_members WHERE chat_id = batch.chat_id
            AND user_id = batch.author_id FOR KEY SHARE) IS NULL THEN 'missing'
          WHEN (SELECT true FROM messages AS sent WHERE sent.chat_id = batch.chat_id
            AND sent.author_id = batch.author_id AND sent.client_id = batch.client_id LIMIT 1) THEN 'repeated'
          WHEN batch.reply_to <= batch.joined_seq OR batch.reply_to > chat.last_seq THEN 'missing'
          -- The rows are locked until they are attached: a file that was just deleted gives this verdict and fails no batch.
          WHEN (SELECT count(*) FROM (SELECT FROM media WHERE id = ANY (batch.attachments) FOR KEY SHARE) AS held)
            < cardinality(batch.attachments) THEN 'missing'
          WHEN batch.kind = 'private' AND peer.verdict IS DISTINCT FROM 'stored' THEN coalesce(peer.verdict, 'missing')
          ELSE 'stored'
        END AS verdict_alone
      FROM batch
      LEFT JOIN chat ON chat.id = batch.chat_id
      LEFT JOIN LATERAL (
        -- Without a block the reason is the privacy setting of the peer: 'friends' or 'nobody'.
        SELECT CASE WHEN ${mayWrite(author)} THEN 'stored'
          WHEN ${isUnblocked(author)} THEN privacy_messages
          WHEN EXISTS (SELECT FROM blocks WHERE blocker_id = ${author} AND blocked_id = users.id) THEN 'blocked by author'
          ELSE 'blocked by recipient' END AS verdict
        FROM users
        WHERE users.id = ${peerIdOf(author, "chat")} AND users.deleted_at IS NULL OFFSET 0
      ) AS peer ON true
    ), decided AS (
      -- Of a message that the batch holds more than once, the first that may be stored is.
      SELECT *, CASE WHEN verdict_alone = 'stored' AND
          row_number() OVER (PARTITION BY chat_id, author_id, client_id, verdict_alone ORDER BY n) > 1
        THEN 'repeated' ELSE verdict_alone END AS verdict
      FROM judged
    ), numbered AS MATERIALIZED (
      SELECT *,
        last_seq + (count(*) FILTER (WHERE verdict = 'stored') OVER (PARTITION BY chat_id ORDER BY n))::int AS seq,
        greatest(last_message_at, clock_timestamp())::timestamptz(3) AS created_at
      FROM decided
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
