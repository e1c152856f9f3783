import type { ChatKind, Message, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Database, FrequentQuery } from "#server/db/database.ts";
import { inBatches } from "#server/db/in-batches.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import type { AddressTo, Hearer, PrepareAddresses } from "#server/messenger/hearers.ts";
import { type PreparedMessage, prepareMessage } from "#server/messenger/send/prepare-message.ts";
import type { Refusal } from "#server/messenger/sending/store-query.ts";
import {
  type Author,
  createStoreMessages,
  findSent,
  type Sending,
  type Stored,
} from "#server/messenger/send/store-messages.ts";
import { createUncertain } from "#server/messenger/sending/uncertain.ts";
import {
  type MessageRow,
  type ShowMessages,
  toMessage,
} from "#server/messenger/history/show-messages.ts";

export interface SentMessage {
  message: Message;
  /** This client_id was stored before, and that message is answered. */
  repeated: boolean;
}

interface Options extends Pick<Database, "db" | "ask"> {
  persons: Persons;
  show: ShowMessages;
  prepareAddresses: PrepareAddresses;
  /** Is told every message once, those of a chat in the order of seq, with the members who may hear it. */
  hear: (message: Message, hearers: Hearer[], addressTo: AddressTo) => void;
}

const refusals: Record<Refusal, string> = {
  "own block": "Errors.memberIsBlocked",
  // Whom the other has blocked is not told so.
  block: "Errors.cannotWrite",
  friends: "Errors.writtenByFriendsOnly",
  nobody: "Errors.writtenByNobody",
};

/**
 * Sends messages: what comes while others are stored is stored together. A send resolves when it is committed
 * (security.md M1) and told. One whose answer was lost with the database is told when it comes again.
 * @throws {Failure} `unauthenticated` when the author's session has ended; `not_found` when the author is not in such a
 * chat, the other of the two has deleted their account, or `reply_to` names no message that the author sees;
 * `forbidden` by one who accepts no messages of the author, and across a block; what `prepareMessage` refuses.
 */
export function createSendMessages(options: Options) {
  const { db, ask, persons, show, prepareAddresses, hear } = options;
  const store = createStoreMessages({ db, ask }, persons);
  const showAll = createShowStored(show);
  const membersOf = createMembersOf(ask);
  let told: Promise<unknown> = Promise.resolve();

  const uncertain = createUncertain();

  const storeInBatches = inBatches<Sending, Message | null>(async (batch) => {
    const results = await uncertain.noting(batch, () => store(batch));
    const stored = results.filter((result) => result.verdict === "stored");
    const [shown, members] = [showAll(stored), membersOf(stored)];
    // The next batch is stored while this one is told, and told after it.
    const before = told;
    const telling = uncertain.noting(batch, async () => {
      const [messages, membersAt] = await Promise.all([shown, members]);
      const heard = [...messages].map(([one, message]) => ({ message, hearers: membersAt(one) }));
      const [addressTo] = await Promise.all([
        prepareAddresses(heard.filter(hasFiles).map(withReaders)),
        before.catch(() => null),
      ]);
      for (const { message, hearers } of heard) hear(message, hearers, addressTo);
      return { messages, addressTo };
    });
    told = telling;
    telling.catch(() => undefined); // each send of the batch tells of it
    return results.map(async (result) => {
      if (result.verdict === "stored") {
        const { messages, addressTo } = await telling;
        const message = messages.get(result);
        return message ? addressTo(message, message.author.id) : null;
      }
      if (result.verdict === "repeated") return null;
      if (result.verdict === "missing") throw notFound();
      if (result.verdict === "unauthenticated") throw new Failure("unauthenticated");
      throw new Failure("forbidden", { messageKey: refusals[result.verdict] });
    });
  });
  const findRepeated = async (
    author: Author,
    kind: ChatKind,
    input: SendMessageInput,
  ): Promise<SentMessage | undefined> => {
    const row = await findSent(db, author, kind, input);
    // As everybody sees it: one answer for all.
    const [message] = row ? await show(null, [row]) : [];
    if (!row || !message) return undefined;
    const isNews = uncertain.take({ author, input });
    const told = { message, hearers: isNews ? await hearersOf(ask, row) : [] };
    const addressTo = await prepareAddresses([told].filter(hasFiles).map(withReaders));
    if (isNews) hear(message, told.hearers, addressTo);
    return { message: addressTo(message, author.id), repeated: true };
  };

  return async (author: Author, kind: ChatKind, input: SendMessageInput): Promise<SentMessage> => {
    let prepared: PreparedMessage;
    try {
      prepared = await prepareMessage(db, author.id, input);
    } catch (error) {
      // What was sent then may be gone by now: its message is the answer all the same.
      const repeated = await findRepeated(author, kind, input);
      if (repeated) return repeated;
      throw error;
    }
    const message = await storeInBatches({ author, kind, input, prepared });
    if (message) return { message, repeated: false };
    const repeated = await findRepeated(author, kind, input);
    if (!repeated) throw notFound();
    return repeated;
  };
}

interface Told {
  message: Message;
  hearers: Hearer[];
}
const hasFiles = ({ message }: Told) => message.attachments.length > 0;
/** Who gets a message: who hears it, and its author as the answer. */
const withReaders = ({ message, hearers }: Told) => ({
  message,
  readerIds: [message.author.id, ...hearers.map(({ user_id }) => user_id)],
});

type StoredMessage = Extract<Stored, { verdict: "stored" }>;

const bare = { attachments: [], reactions: [], reply: null, forwarded_from: null };

/** A plain text needs nothing that is not at hand. */
function createShowStored(show: ShowMessages) {
  const isPlain = ({ row, hasAttachments }: StoredMessage) =>
    row.reply_to === null && row.forwarded_from === null && !hasAttachments;
  return async (stored: StoredMessage[]): Promise<Map<StoredMessage, Message>> => {
    const rich = stored.filter((one) => !isPlain(one));
    const shown =
      rich.length === 0
        ? []
        : await show(
            null,
            rich.map(({ row }) => row),
          );
    const keyOf = ({ chat_id, seq }: { chat_id: number; seq: number }) => `${chat_id} ${seq}`;
    const richOf = new Map(shown.map((message) => [keyOf(message), message]));
    return new Map(
      stored.flatMap((one): [StoredMessage, Message][] => {
        const message = isPlain(one)
          ? toMessage(one.row, one.author, bare)
          : richOf.get(keyOf(one.row));
        return message ? [[one, message]] : [];
      }),
    );
  };
}

const membersQuery: FrequentQuery = {
  name: "members-of-chats",
  text: "SELECT chat_id, user_id, joined_seq FROM chat_members WHERE chat_id = ANY ($1::int[])",
};

interface MemberRow extends Hearer {
  chat_id: number;
}

/** Who may hear a message that was stored before. */
const hearersOf = async (ask: Database["ask"], { chat_id, seq }: MessageRow): Promise<Hearer[]> =>
  (await ask<MemberRow>(membersQuery, [[chat_id]])).filter(({ joined_seq }) => joined_seq < seq);

/** Who may hear a message, asked after it is stored: who has come to the group meanwhile hears it too. */
function createMembersOf(ask: Database["ask"]) {
  return async (stored: StoredMessage[]): Promise<(one: StoredMessage) => Hearer[]> => {
    const groups = new Set(stored.flatMap(({ row, pair }) => (pair ? [] : row.chat_id)));
    const rows = groups.size === 0 ? [] : await ask<MemberRow>(membersQuery, [[...groups]]);
    const byChat = Map.groupBy(rows, ({ chat_id }) => chat_id);
    return ({ row, pair }) =>
      pair?.map((user_id) => ({ user_id, joined_seq: 0 })) ??
      (byChat.get(row.chat_id) ?? []).filter(({ joined_seq }) => joined_seq < row.seq);
  };
}
