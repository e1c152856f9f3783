/** Who hears of a message, and in which form. */
import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { LinkReader } from "#server/http/address-signing.ts";
import type { Tell } from "#server/messenger/tell.ts";

export interface Hearer {
  user_id: number;
  joined_seq: number;
}

/** A reply shows what it answers: to who came after that, it answers nothing. */
export const asSeenBy = (message: Message, { joined_seq }: Hearer): Message =>
  message.reply_to !== null && message.reply_to <= joined_seq
    ? { ...message, reply_to: null, reply: null }
    : message;

/** A message with addresses of its files for this reader. */
export type AddressTo = (message: Message, readerId: number) => Message;

/** Asks the database at most once, and nothing where no message has files. */
export type PrepareAddresses = (
  told: { message: Message; readerIds: number[] }[],
) => Promise<AddressTo>;

export const createPrepareAddresses =
  (
    findReaders: (ids: number[]) => Promise<Map<number, LinkReader>>,
    mediaFor: (media: Media, reader: LinkReader) => Media,
  ): PrepareAddresses =>
  async (told) => {
    const withFiles = told.filter(({ message }) => message.attachments.length > 0);
    const ids = new Set(withFiles.flatMap(({ readerIds }) => readerIds));
    const readers = ids.size === 0 ? new Map<number, LinkReader>() : await findReaders([...ids]);
    return (message, readerId) => {
      const reader = readers.get(readerId);
      if (message.attachments.length === 0 || !reader) return message;
      const attachments = message.attachments.map((media) => mediaFor(media, reader));
      return { ...message, attachments };
    };
  };

/** One with files is told to each by themselves: its addresses are theirs alone. */
export function tellMessage(
  tell: Tell,
  event: "message" | "message_changed",
  message: Message,
  { hearers, addressTo }: { hearers: Hearer[]; addressTo: AddressTo },
): void {
  if (message.attachments.length > 0) {
    for (const hearer of hearers)
      tell([hearer.user_id], event, addressTo(asSeenBy(message, hearer), hearer.user_id));
    return;
  }
  const forms = Map.groupBy(hearers, (hearer) => asSeenBy(message, hearer) === message);
  for (const [isWhole, those] of forms) {
    const form = isWhole ? message : { ...message, reply_to: null, reply: null };
    tell(
      those.map(({ user_id }) => user_id),
      event,
      form,
    );
  }
}
