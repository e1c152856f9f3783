/**
 * Changes of stored messages. Each takes the chat's next change number under the lock of the chat's row, so that
 * numbers have no gaps and one order.
 */
import { sql } from "kysely";
import type {
  DeleteMessageInput,
  EditMessageInput,
  ReactInput,
} from "#lib/messenger/contract/change-schema.ts";
import { requiredText } from "#lib/validation/schema.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import {
  type LockedMessage,
  numberedChange,
  withLockedMessage,
} from "#server/messenger/change/with-locked-message.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import { lockChat } from "#server/messenger/chats/lock-chat.ts";
import {
  messageColumns,
  type MessageRow,
  type Place,
} from "#server/messenger/history/show-messages.ts";
import { messageWords, wordsVector } from "#server/messenger/search/message-words.ts";
import { checkMentions } from "#server/messenger/send/mentions.ts";

/** The message as it is now, and whether this call changed it. */
export interface MessageChange {
  row: MessageRow;
  changed: boolean;
  /** Media that are no longer attached to it. */
  freed: number[];
}

/**
 * Only the author edits, under the rules for a new message: a member who may not write any more cannot edit. @throws
 * {Failure} `not_found`, `forbidden`, `invalid`
 */
export const editMessage = (
  db: Db,
  userId: number,
  chat: NamedChat,
  { seq, text, mentions: given }: EditMessageInput,
): Promise<MessageChange> =>
  withLockedMessage(db, { userId, chat, seq }, async (trx, { message, ...locked }) => {
    if (message.deleted_at) throw notFound();
    if (message.author_id !== userId || message.forwarded_from !== null)
      throw new Failure("forbidden");
    requireWriting(locked, locked.may_write);
    if (!requiredText.safeParse(text).success && !locked.has_attachments)
      throw invalidField("text", "Site.required");
    const edited = { chatId: chat.id, authorId: userId, text, before: message.mentions };
    const mentions = await checkMentions(trx, edited, given ?? []);
    if (text === message.text && isSame(mentions, message.mentions)) return unchanged(message);
    const row = await locked.change({
      text,
      mentions: mentions && JSON.stringify(mentions),
      words: wordsVector(messageWords(chat.id, text)),
      edited_at: sql<Date>`clock_timestamp()`,
    });
    return { row, changed: true, freed: [] };
  });

/**
 * Deletes for everybody, across a block too: members delete their own messages, owner and admins of a group any. Author
 * and time stay; deleting again changes nothing. @throws {Failure} `not_found`, `forbidden`
 */
export const deleteMessage = (
  db: Db,
  userId: number,
  chat: NamedChat,
  { seq }: DeleteMessageInput,
): Promise<MessageChange> =>
  withLockedMessage(db, { userId, chat, seq }, async (trx, { message, change, role }) => {
    const governs = chat.x === "group" && role !== "member";
    if (message.author_id !== userId && !governs) throw new Failure("forbidden");
    return emptyMessage(trx, { message, change });
  });

/**
 * As `deleteMessage`, by the operator, who is in no chat. Undefined where there is no such message. Must be called in a
 * transaction.
 */
export async function takeDownMessage(
  trx: Db,
  { chat_id, seq }: Place,
): Promise<MessageChange | undefined> {
  await lockChat(trx, chat_id);
  const message = await findMessage(trx, { chat_id, seq });
  if (!message) return undefined;
  return emptyMessage(trx, { message, change: numberedChange(trx, chat_id, seq) });
}

export const findMessage = (db: Db, { chat_id, seq }: Place): Promise<MessageRow | undefined> =>
  db
    .selectFrom("messages")
    .select(messageColumns)
    .where("chat_id", "=", chat_id)
    .where("seq", "=", seq)
    .executeTakeFirst();

/** Leaves of a locked message only who wrote it, where and when. */
async function emptyMessage(
  trx: Db,
  { message, change }: Pick<LockedMessage, "message" | "change">,
): Promise<MessageChange> {
  if (message.deleted_at) return unchanged(message);
  const attached = await trx
    .deleteFrom("message_attachments")
    .where("chat_id", "=", message.chat_id)
    .where("seq", "=", message.seq)
    .returning("media_id")
    .execute();
  await reactionsTo(trx, message).execute();
  const row = await change({
    text: "",
    mentions: null,
    words: null,
    reply_to: null,
    forwarded_from: null,
    edited_at: null,
    deleted_at: sql<Date>`clock_timestamp()`,
  });
  return { row, changed: true, freed: attached.map(({ media_id }) => media_id) };
}

/**
 * Each member has one reaction; repeating it changes nothing. @throws {Failure} `not_found`; `forbidden` across a block
 */
export const react = (
  db: Db,
  userId: number,
  chat: NamedChat,
  { seq, emoji }: ReactInput,
): Promise<MessageChange> =>
  withLockedMessage(db, { userId, chat, seq }, async (trx, { message, change, ...locked }) => {
    if (message.deleted_at) throw notFound();
    requireWriting(locked, locked.block === null);
    const own = { chat_id: chat.id, seq, user_id: userId };
    const changed = emoji
      ? await trx
          .insertInto("message_reactions")
          .values({ ...own, emoji })
          .onConflict((conflict) =>
            conflict
              .columns(["chat_id", "seq", "user_id"])
              .doUpdateSet({ emoji, created_at: sql<Date>`now()` })
              .where("message_reactions.emoji", "<>", emoji),
          )
          .executeTakeFirst()
          .then(({ numInsertedOrUpdatedRows: count }) => count)
      : await reactionsTo(trx, message)
          .where("user_id", "=", userId)
          .executeTakeFirst()
          .then(({ numDeletedRows: count }) => count);
    if (!changed) return unchanged(message);
    return { row: await change({}), changed: true, freed: [] };
  });

const reactionsTo = (trx: Db, { chat_id, seq }: Place) =>
  trx.deleteFrom("message_reactions").where("chat_id", "=", chat_id).where("seq", "=", seq);

const unchanged = (row: MessageRow): MessageChange => ({ row, changed: false, freed: [] });

const isSame = (one: object | null, other: object | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The answer does not reveal that the other has blocked the member. */
function requireWriting({ block }: Pick<LockedMessage, "block">, isAllowed: boolean): void {
  if (isAllowed) return;
  const messageKey = block === "own" ? "Errors.memberIsBlocked" : "Errors.cannotWrite";
  throw new Failure("forbidden", { messageKey });
}
