import { sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { ChatKind, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { brokenConstraint, type Database } from "#server/db/database.ts";
import type { PreparedMessage } from "#server/messenger/send/prepare-message.ts";
import type { SessionMember } from "#server/plugins/session.ts";
import { messageColumns, type MessageRow } from "#server/messenger/history/show-messages.ts";
import { wordsText } from "#server/messenger/search/message-words.ts";
import {
  type AskedRow,
  type StoredRow,
  storeQuery,
  type Unstored,
} from "#server/messenger/sending/store-query.ts";

/** Who sends, and the session that must still be theirs when the message is stored. */
export type Author = Pick<SessionMember, "id" | "sessionId">;

export interface Sending {
  author: Author;
  kind: ChatKind;
  input: Pick<SendMessageInput, "chat_id" | "client_id" | "reply_to">;
  prepared: PreparedMessage;
}

/** What became of a message. */
export type Stored =
  | { verdict: Unstored }
  | {
      verdict: "stored";
      row: MessageRow;
      hasAttachments: boolean;
      /** As everybody sees them. */
      author: Person;
      /** The two of a private chat; null: those of a group. */
      pair: number[] | null;
    };

/** Stores messages in their order; each is answered in its place. */
export function createStoreMessages({ db, ask }: Pick<Database, "db" | "ask">, persons: Persons) {
  const storeAsked = createStoreAsked({ db, ask });
  return async (batch: Sending[]): Promise<Stored[]> => {
    const rows = await storeAsked(
      batch.map((sending, n) =>
        toAskedRow(sending, n, batch.findIndex((other) => isSame(other, sending)) < n),
      ),
    );
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
  };
}

const triesMax = 5;

/** A message that another node stores at the same time is met as a repeat once that has committed. */
function createStoreAsked({ db, ask }: Pick<Database, "db" | "ask">) {
  const query = storeQuery(db);
  return async (asked: AskedRow[]): Promise<StoredRow[]> => {
    for (let tries = 1; ; tries += 1)
      try {
        return await ask<StoredRow>(query, [JSON.stringify(asked)]);
      } catch (error) {
        if (brokenConstraint(error) !== "messages_client_id" || tries === triesMax) throw error;
      }
  };
}

/** Of the same ones is stored only the first. */
const isSame = (one: Sending, other: Sending) =>
  one.author.id === other.author.id &&
  one.input.chat_id === other.input.chat_id &&
  one.input.client_id.toLowerCase() === other.input.client_id.toLowerCase();

const toAskedRow = (
  { author, kind, input, prepared }: Sending,
  n: number,
  is_copy: boolean,
): AskedRow => ({
  ...{ n, kind, author_id: author.id, session: `\\x${author.sessionId}` },
  chat_id: input.chat_id,
  client_id: input.client_id,
  text: prepared.text,
  reply_to: input.reply_to ?? null,
  mentions: prepared.mentions,
  forwarded_from: prepared.forwarded_from,
  words: wordsText(prepared.words),
  attachments: prepared.attachments.length > 0 ? prepared.attachments : null,
  is_copy,
});

const toMessageRow = (
  { author, input, prepared }: Sending,
  { seq, created_ms }: { seq: number; created_ms: number },
): MessageRow => ({
  ...{ seq, author_id: author.id },
  chat_id: input.chat_id,
  // As the database writes it.
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

/** The message that was stored under the client_id, while its author is in the chat and the session lives. */
export function findSent(
  db: Database["db"],
  author: Author,
  kind: ChatKind,
  { chat_id, client_id }: Sending["input"],
): Promise<MessageRow | undefined> {
  return db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .innerJoin("chat_members", (join) =>
      join
        .onRef("chat_members.chat_id", "=", "messages.chat_id")
        .onRef("chat_members.user_id", "=", "messages.author_id"),
    )
    .select(messageColumns)
    .where("messages.chat_id", "=", chat_id)
    .where("messages.author_id", "=", author.id)
    .where("messages.client_id", "=", client_id)
    .where("chats.kind", "=", kind)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("sessions")
          .select("sessions.id")
          .where("sessions.token_hash", "=", Buffer.from(author.sessionId, "hex"))
          .where("sessions.expires_at", ">", sql<Date>`now()`),
      ),
    )
    .executeTakeFirst();
}
