import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { asDeleted } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import type { LinkReader } from "#server/http/address-signing.ts";
import {
  findHiddenOriginalAuthors,
  type Forward,
} from "#server/messenger/history/hidden-original-authors.ts";
import type { Place } from "#server/messenger/history/show-messages.ts";
import type { Publish } from "#server/realtime/realtime.ts";

/** A member who sees a message; they see the messages after `joined_seq`. */
export interface MessageRecipient {
  user_id: number;
  joined_seq: number;
}

/** The recipients of a message, of whom a caller may leave some out by their chat and their user. */
export const recipientsOf = (db: Db, { chat_id, seq }: Place) =>
  db
    .selectFrom("chat_members")
    .innerJoin("chats", "chats.id", "chat_members.chat_id")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .select(["user_id", "joined_seq"])
    .where("chat_id", "=", chat_id)
    .where("joined_seq", "<", seq);

/**
 * Publishes a message in the form that each recipient may see. With files it is published to one recipient at a time,
 * because file addresses are made for one reader.
 */
export function publishMessage(
  publish: Publish,
  event: "message" | "message_changed",
  message: Message,
  { recipients, formFor }: { recipients: MessageRecipient[]; formFor: FormFor },
): void {
  // Without files there are at most four forms: with or without the reply, and with or without the original author.
  const keyOf = (recipient: MessageRecipient) =>
    message.attachments.length > 0
      ? recipient.user_id
      : `${asSeenBy(message, recipient) === message} ${formFor(message, recipient.user_id) === message}`;
  for (const alike of Map.groupBy(recipients, keyOf).values()) {
    const [first] = alike;
    const ids = alike.map(({ user_id }) => user_id);
    if (first) publish(ids, event, formFor(asSeenBy(message, first), first.user_id));
  }
}

/** A reply includes the answered message, but not for a member who joined after that. */
export const asSeenBy = (message: Message, { joined_seq }: MessageRecipient): Message =>
  message.reply_to !== null && message.reply_to <= joined_seq ? withoutReply(message) : message;

const withoutReply = (message: Message): Message => ({ ...message, reply_to: null, reply: null });

/**
 * Returns the form of a message for this reader: with addresses of its files for them, and without the author of what it
 * forwards where the reader does not meet them; the same message where there is neither.
 */
export type FormFor = (message: Message, readerId: number) => Message;

/** Queries the database for messages alone that have files or are forwarded. */
export type PrepareForms = (
  messages: { message: Message; readerIds: number[] }[],
) => Promise<FormFor>;

export const createPrepareForms =
  (
    db: Db,
    findReaders: (ids: number[]) => Promise<Map<number, LinkReader>>,
    mediaFor: (media: Media, reader: LinkReader) => Media,
  ): PrepareForms =>
  async (messages) => {
    const hides = await findHidden(db, messages);
    const withFiles = messages.filter(({ message }) => message.attachments.length > 0);
    const ids = new Set(withFiles.flatMap(({ readerIds }) => readerIds));
    const readers = ids.size === 0 ? new Map<number, LinkReader>() : await findReaders([...ids]);
    return (message, readerId) => {
      const reader = readers.get(readerId);
      const form = hides(message, readerId) ? withoutOriginalAuthor(message) : message;
      if (form.attachments.length === 0 || !reader) return form;
      const attachments = form.attachments.map((media) => mediaFor(media, reader));
      return { ...form, attachments };
    };
  };

async function findHidden(db: Db, messages: { message: Message; readerIds: number[] }[]) {
  const forwarded = messages.filter(({ message }) => message.forwarded_from !== null);
  const readerIds = new Set(forwarded.flatMap((one) => one.readerIds));
  const hides = await findHiddenOriginalAuthors(
    db,
    forwarded.flatMap(({ message }) => forwardIn(message) ?? []),
    [...readerIds],
  );
  return (message: Message, readerId: number) => {
    const forward = forwardIn(message);
    return forward !== null && hides(forward, readerId);
  };
}

const forwardIn = ({ chat_id, forwarded_from }: Message): Forward | null =>
  forwarded_from && { chat_id, author_id: forwarded_from.id };

/** Each device names the author, as it names a deleted member. */
const withoutOriginalAuthor = (message: Message): Message => ({
  ...message,
  forwarded_from: message.forwarded_from && asDeleted(message.forwarded_from, null),
});
