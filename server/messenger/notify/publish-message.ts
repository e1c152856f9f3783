import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { LinkReader } from "#server/http/address-signing.ts";
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
  { recipients, addressTo }: { recipients: MessageRecipient[]; addressTo: AddressTo },
): void {
  if (message.attachments.length > 0) {
    for (const recipient of recipients) {
      const form = addressTo(asSeenBy(message, recipient), recipient.user_id);
      publish([recipient.user_id], event, form);
    }
    return;
  }
  const byForm = Map.groupBy(recipients, (recipient) => asSeenBy(message, recipient) === message);
  for (const [isWhole, those] of byForm) {
    const form = isWhole ? message : withoutReply(message);
    publish(
      those.map(({ user_id }) => user_id),
      event,
      form,
    );
  }
}

/** A reply includes the answered message, but not for a member who joined after that. */
export const asSeenBy = (message: Message, { joined_seq }: MessageRecipient): Message =>
  message.reply_to !== null && message.reply_to <= joined_seq ? withoutReply(message) : message;

const withoutReply = (message: Message): Message => ({ ...message, reply_to: null, reply: null });

/** Returns a message with addresses of its files for this reader. */
export type AddressTo = (message: Message, readerId: number) => Message;

/** Queries the database at most once, and not at all where no message has files. */
export type PrepareAddresses = (
  messages: { message: Message; readerIds: number[] }[],
) => Promise<AddressTo>;

export const createPrepareAddresses =
  (
    findReaders: (ids: number[]) => Promise<Map<number, LinkReader>>,
    mediaFor: (media: Media, reader: LinkReader) => Media,
  ): PrepareAddresses =>
  async (messages) => {
    const withFiles = messages.filter(({ message }) => message.attachments.length > 0);
    const ids = new Set(withFiles.flatMap(({ readerIds }) => readerIds));
    const readers = ids.size === 0 ? new Map<number, LinkReader>() : await findReaders([...ids]);
    return (message, readerId) => {
      const reader = readers.get(readerId);
      if (message.attachments.length === 0 || !reader) return message;
      const attachments = message.attachments.map((media) => mediaFor(media, reader));
      return { ...message, attachments };
    };
  };
