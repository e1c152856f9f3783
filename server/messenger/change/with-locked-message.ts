import { sql } from "kysely";
import type { UpdateObject } from "kysely";
import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import { notFound } from "#server/http/failure.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import { messageColumns, type MessageRow } from "#server/messenger/history/show-messages.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";

/** A message that is to be changed, in a chat whose lock keeps others from changing or writing meanwhile. */
export interface LockedMessage {
  message: MessageRow;
  has_attachments: boolean;
  /** The role of the member who makes the change. */
  role: ChatRole;
  /** A block between the two of a private chat: "own" if the member made it. */
  block: "own" | "other" | null;
  /** Whether the other of a private chat accepts messages of the member; in groups anyone may write. */
  may_write: boolean;
  /** Stores the values, and the change under the chat's next number. */
  change: (values: UpdateObject<Tables, "messages">) => Promise<MessageRow>;
}

interface MessageToChange {
  /** The member who makes the change. */
  userId: number;
  chat: NamedChat;
  seq: number;
}

/**
 * Runs `work` in a transaction that holds the lock of the chat's row, so that of two changes at once the second starts
 * from the result of the first. @throws {Failure} `not_found` unless the member sees such a message in such a chat.
 */
export async function withLockedMessage<T>(
  db: Db,
  { userId, chat: { id, x }, seq }: MessageToChange,
  work: (trx: Db, locked: LockedMessage) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom("chats")
      .innerJoin("chat_members as me", "me.chat_id", "chats.id")
      .select("chats.id")
      .where("chats.id", "=", id)
      .where("chats.kind", "=", x)
      .where("me.user_id", "=", userId)
      .forNoKeyUpdate("chats")
      .executeTakeFirst();
    if (!locked) throw notFound();
    // Read under the lock: a statement that began before it could miss another member's change.
    const found = await readMessage(trx, userId, id, seq);
    if (!found) throw notFound();
    const { role, block, may_write, has_attachments, ...message } = found;
    const change = numberedChange(trx, id, seq);
    return work(trx, { role, block, may_write, has_attachments, message, change });
  });
}

/** Must be called with the lock of the chat's row. */
export const numberedChange =
  (trx: Db, chatId: number, seq: number): LockedMessage["change"] =>
  async (values) => {
    const { last_change } = await trx
      .updateTable("chats")
      .set({ last_change: sql`last_change + 1` })
      .where("id", "=", chatId)
      .returning("last_change")
      .executeTakeFirstOrThrow();
    return trx
      .updateTable("messages")
      .set({ ...values, change: last_change })
      .where("chat_id", "=", chatId)
      .where("seq", "=", seq)
      .returning(messageColumns)
      .executeTakeFirstOrThrow();
  };

function readMessage(trx: Db, userId: number, chatId: number, seq: number) {
  return trx
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .innerJoin("chat_members as me", "me.chat_id", "chats.id")
    .leftJoin("users", (join) => join.on(sql<boolean>`users.id = ${peerIdOf(userId)}`))
    .select(messageColumns)
    .select([
      "me.role",
      sql<LockedMessage["block"]>`CASE WHEN users.id IS NULL OR ${isUnblocked(userId)} THEN NULL
        WHEN EXISTS (SELECT FROM blocks WHERE blocker_id = ${userId} AND blocked_id = users.id) THEN 'own'
        ELSE 'other' END`.as("block"),
      sql<boolean>`(users.id IS NULL OR ${mayWrite(userId)})`.as("may_write"),
      sql<boolean>`EXISTS (
        SELECT FROM message_attachments AS attached
        WHERE attached.chat_id = messages.chat_id AND attached.seq = messages.seq)`.as(
        "has_attachments",
      ),
    ])
    .where("messages.chat_id", "=", chatId)
    .where("messages.seq", "=", seq)
    .where("me.user_id", "=", userId)
    .whereRef("messages.seq", ">", "me.joined_seq")
    .executeTakeFirst();
}
