/** Messages with their authors, quotes, files and reactions, in as many queries as there are kinds of them. */
import { type Selectable, sql } from "kysely";
import type { Media } from "#lib/files/schema.ts";
import {
  type Message,
  type Quote,
  quoteLengthMax,
  type Reaction,
} from "#lib/messenger/contract/schema.ts";
import type { Person } from "#lib/auth/schema.ts";
import { asDeleted, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import type { Reader } from "#server/plugins/session.ts";
import { findHiddenOriginalAuthors } from "#server/messenger/history/hidden-original-authors.ts";
import type { MessengerTables } from "#server/messenger/tables.ts";

export const messageColumns = [
  "messages.chat_id",
  "messages.seq",
  "messages.author_id",
  "messages.client_id",
  "messages.text",
  "messages.mentions",
  "messages.reply_to",
  "messages.forwarded_from",
  "messages.change",
  "messages.created_at",
  "messages.edited_at",
  "messages.deleted_at",
] as const;

export type MessageRow = Omit<Selectable<MessengerTables["messages"]>, "words">;
/** The position of a message. */
export type Place = Pick<MessageRow, "chat_id" | "seq">;

/**
 * For one reader, with what they may see. Null: for several recipients at once; publish-message.ts then adds the
 * addresses of files for each and hides whom they do not meet, and `withDeletedNamed` adds the names of deleted members.
 */
export type ShowMessages = (reader: Reader | null, rows: MessageRow[]) => Promise<Message[]>;

interface Options {
  db: Db;
  persons: Persons;
  /** Files by their ids, with addresses for this reader, and with null for nobody yet. */
  findMedia: (ids: number[], readerId: number | null) => Promise<Map<number, Media>>;
}

/** Leaves out a message whose author was purged. */
export function createShowMessages({ db, persons, findMedia }: Options): ShowMessages {
  return async (reader, rows) => {
    if (rows.length === 0) return [];
    // Runs one query after the other, because a transaction has one connection.
    const quotes = await quotesOf(db, reader, rows);
    const changed = rows.filter(({ change, deleted_at }) => change !== null && !deleted_at);
    const reactions = await reactionsOf(db, changed);
    const attachments = await attachmentsOf(db, (ids) => findMedia(ids, reader?.id ?? null), rows);
    const people = await persons.findAll(reader, [
      ...new Set(
        [...rows, ...quotes.values()].flatMap((row) => [
          row.author_id,
          ...("forwarded_from" in row && row.forwarded_from !== null ? [row.forwarded_from] : []),
        ]),
      ),
    ]);
    const originalAuthorOf = await findOriginalAuthorOf(db, reader, { rows, people });
    return rows.flatMap((row) => {
      const author = people.get(row.author_id);
      if (!author) return [];
      const quoted = row.reply_to === null ? undefined : quotes.get(keyOf(row, row.reply_to));
      return [
        toMessage(quoted ? row : { ...row, reply_to: null }, author, {
          attachments: attachments.get(keyOf(row)) ?? [],
          reactions: reactions.get(keyOf(row)) ?? [],
          reply: quoted ? toQuote(quoted, people) : null,
          forwarded_from: originalAuthorOf(row),
        }),
      ];
    });
  };
}

/**
 * Finds who wrote what a message forwards. Without a reader nobody is hidden yet: publish-message.ts does it for each
 * recipient.
 */
async function findOriginalAuthorOf(
  db: Db,
  reader: Reader | null,
  { rows, people }: { rows: MessageRow[]; people: Map<number, Person> },
): Promise<(row: MessageRow) => Person | null> {
  const forwards = rows.flatMap(({ chat_id, forwarded_from }) =>
    forwarded_from === null ? [] : [{ chat_id, author_id: forwarded_from }],
  );
  const hides = await findHiddenOriginalAuthors(db, forwards, reader ? [reader.id] : []);
  return ({ chat_id, forwarded_from }) => {
    const author = forwarded_from === null ? undefined : people.get(forwarded_from);
    if (!author || !reader) return author ?? null;
    const isHidden = hides({ chat_id, author_id: author.id }, reader.id);
    return isHidden ? asDeleted(author, reader.locale) : author;
  };
}

export function toMessage(
  row: MessageRow,
  author: Person,
  rest: Pick<Message, "attachments" | "reactions" | "reply" | "forwarded_from">,
): Message {
  const { chat_id, seq, client_id, text, mentions, reply_to, change } = row;
  return {
    chat_id,
    seq,
    client_id,
    author,
    text,
    reply_to,
    ...rest,
    mentions: mentions ?? [],
    change: change ?? 0,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

const keyOf = ({ chat_id, seq }: Place, of = seq) => `${chat_id} ${of}`;

/** The positions of messages as a relation `place (chat_id, seq)`. */
export const messagePlaces = (rows: Place[]) => sql`
  unnest(${rows.map((row) => row.chat_id)}::int[], ${rows.map((row) => row.seq)}::int[]) AS place (chat_id, seq)`;

async function attachmentsOf(
  db: Db,
  findMedia: (ids: number[]) => Promise<Map<number, Media>>,
  rows: MessageRow[],
) {
  const found = await sql<Place & { media_id: number }>`
    SELECT chat_id, seq, media_id FROM ${messagePlaces(rows)} JOIN message_attachments USING (chat_id, seq)
    ORDER BY chat_id, seq, position`.execute(db);
  if (found.rows.length === 0) return new Map<string, Media[]>();
  const media = await findMedia([...new Set(found.rows.map(({ media_id }) => media_id))]);
  const byPlace = Map.groupBy(found.rows, (row) => keyOf(row));
  return new Map(
    [...byPlace].map(([key, list]) => [
      key,
      list.flatMap(({ media_id }) => media.get(media_id) ?? []),
    ]),
  );
}

/** Reactions in the order in which each emoji was first chosen. */
async function reactionsOf(db: Db, rows: MessageRow[]): Promise<Map<string, Reaction[]>> {
  if (rows.length === 0) return new Map();
  const found = await sql<Place & { reactions: Reaction[] }>`
    SELECT chat_id, seq, json_agg(json_build_object('emoji', emoji, 'count', count, 'user_ids', user_ids)
      ORDER BY first_at, emoji) AS reactions
    FROM (
      SELECT chat_id, seq, emoji, count(*) AS count, min(created_at) AS first_at,
        array_agg(user_id ORDER BY created_at, user_id) AS user_ids
      FROM ${messagePlaces(rows)} JOIN message_reactions USING (chat_id, seq)
      GROUP BY chat_id, seq, emoji) AS by_emoji
    GROUP BY chat_id, seq`.execute(db);
  return new Map(found.rows.map((row) => [keyOf(row), row.reactions]));
}

interface QuoteRow extends Place {
  author_id: number;
  text: string;
  attachment: Quote["attachment"];
  deleted: boolean;
}

/** A reader does not see quotes from before they joined. */
async function quotesOf(
  db: Db,
  reader: Reader | null,
  rows: MessageRow[],
): Promise<Map<string, QuoteRow>> {
  const quoted = rows.flatMap(({ chat_id, reply_to }) =>
    reply_to === null ? [] : [{ chat_id, seq: reply_to }],
  );
  if (quoted.length === 0) return new Map();
  const isSeen = reader
    ? sql`EXISTS (SELECT FROM chat_members AS me
        WHERE me.chat_id = messages.chat_id AND me.user_id = ${reader.id} AND me.joined_seq < messages.seq)`
    : sql`true`;
  const found = await sql<QuoteRow>`
    SELECT DISTINCT messages.chat_id, messages.seq, author_id, left(text, ${quoteLengthMax}) AS text,
      (SELECT media.kind FROM message_attachments JOIN media ON media.id = media_id
        WHERE message_attachments.chat_id = messages.chat_id AND message_attachments.seq = messages.seq
        ORDER BY position LIMIT 1) AS attachment,
      deleted_at IS NOT NULL AS deleted
    FROM ${messagePlaces(quoted)} JOIN messages USING (chat_id, seq) WHERE ${isSeen}`.execute(db);
  return new Map(found.rows.map((row) => [keyOf(row), row]));
}

function toQuote(
  { seq, author_id, text, attachment, deleted }: QuoteRow,
  people: Map<number, Person>,
): Quote {
  const author = { id: author_id, fullname: people.get(author_id)?.fullname ?? "" };
  return { seq, author, text, attachment, deleted };
}
