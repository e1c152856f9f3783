import type { ChatKind, Message, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Database } from "#server/db/database.ts";
import type { FrequentQuery } from "#server/db/server-pool.ts";
import { inBatches } from "#server/db/in-batches.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import {
  type MessageRow,
  type Place,
  type ShowMessages,
  toMessage,
} from "#server/messenger/history/show-messages.ts";
import {
  type FormFor,
  type MessageRecipient,
  type PrepareForms,
  publishMessage,
  recipientsOf,
} from "#server/messenger/notify/publish-message.ts";
import { type PreparedMessage, prepareMessage } from "#server/messenger/send/prepare-message.ts";
import { createPublishedSends } from "#server/messenger/send/published-sends.ts";
import { createSendInTurn } from "#server/messenger/send/send-in-turn.ts";
import {
  type Author,
  createStoreMessages,
  findSent,
  type SendRefusal,
  type PreparedSend,
  type Stored,
} from "#server/messenger/send/store-messages.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import { mayWrite } from "#server/visibility.ts";

interface SentMessage {
  message: Message;
  /** Whether this client_id was stored before, so that the earlier message is answered. */
  repeated: boolean;
}

interface Options extends Pick<Database, "db" | "ask"> {
  persons: Persons;
  show: ShowMessages;
  prepareForms: PrepareForms;
  publish: Publish;
  /** Notifies by push the members who have not read the message meanwhile. */
  notify: (message: Place) => void;
  /** Called with the members whose number of unread messages has changed. */
  unreadChanged: (userIds: number[]) => void;
}

export type SendMessage = ReturnType<typeof createSendMessages>;

/**
 * Sends messages. A send resolves once its message is committed (SEC-M1) and published; it is published once, however
 * often it is sent here. A message whose answer was lost with the database, or with another node, is published when its
 * author sends it again, to whom they may still write. @throws {Failure} `unauthenticated` when the author's session has
 * ended; `not_found` when the author is not in such a chat, the other of the two has deleted their account, or `reply_to`
 * names no message that the author sees; `forbidden` by a member who accepts no messages from the author, and across a
 * block; all failures of `prepareMessage`.
 */
export function createSendMessages(options: Options) {
  const { db, show, prepareForms } = options;
  const published = createPublishedSends();
  const publishStored = createPublishStored(options);
  const storeInBatches = createStoreInBatches(options, published, publishStored);

  const findRepeated = async (
    author: Author,
    kind: ChatKind,
    input: SendMessageInput,
  ): Promise<SentMessage | undefined> => {
    const row = await findSent(db, author, kind, input);
    // Shown without a reader, because all recipients share it.
    const [message] = row ? await show(null, [row]) : [];
    if (!row || !message) return undefined;
    const isUnpublished = published.claim({ author, input });
    try {
      const recipients = isUnpublished ? await recipientsOfRepeated(db, author.id, row) : [];
      const formFor = await prepareForms(differingOf([{ message, recipients }]));
      if (isUnpublished) publishStored({ message, recipients }, formFor);
      return { message: formFor(asSeenAgain(message, row), author.id), repeated: true };
    } catch (error) {
      if (isUnpublished) published.release({ author, input });
      throw error;
    }
  };

  return async (author: Author, kind: ChatKind, input: SendMessageInput): Promise<SentMessage> => {
    let prepared: PreparedMessage;
    try {
      prepared = await prepareMessage(db, author.id, input);
    } catch (error) {
      // A file or mention of a message that was stored before may be gone by now: the stored message is the answer.
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

/**
 * The answer to a repeated send. Of a message from before its author left a group and came back it says only what they
 * had sent: not how the quoted message was edited, nor who has reacted, while they were away.
 */
const asSeenAgain = (message: Message, { seq, joined_seq }: { seq: number; joined_seq: number }) =>
  seq > joined_seq
    ? message
    : { ...message, reply_to: null, reply: null, reactions: [], change: 0 };

const refusals: Record<SendRefusal, string> = {
  "blocked by author": "Errors.memberIsBlocked",
  // The answer does not reveal that the other has blocked the member.
  "blocked by recipient": "Errors.cannotWrite",
  friends: "Errors.writtenByFriendsOnly",
  nobody: "Errors.writtenByNobody",
};

/**
 * Batches messages that arrive while others are stored. One to a chat that another transaction has locked waits with those to
 * the same chat, so that it holds up no other. Resolves to null for a message that was stored before.
 */
function createStoreInBatches(
  { db, ask, persons, show, prepareForms }: Options,
  publishedSends: ReturnType<typeof createPublishedSends>,
  publishStored: ReturnType<typeof createPublishStored>,
) {
  const { store, storeInTurn } = createStoreMessages({ db, ask }, persons);
  const showStored = createShowStored(show);
  const findRecipients = createFindRecipients(ask);
  let lastPublished: Promise<unknown> = Promise.resolve();

  const publishAll = (batch: PreparedSend[], results: Stored[]) => {
    const own = batch.filter((_, index) => results[index]?.verdict === "stored");
    for (const sending of own) publishedSends.claim(sending);
    const stored = results.filter((result) => result.verdict === "stored");
    const [shown, recipientsFound] = [showStored(stored), findRecipients(stored)];
    // The next batch is stored while this one is published, and published after it.
    const before = lastPublished;
    const publish = async () => {
      const [messages, recipientsAt] = await Promise.all([shown, recipientsFound]);
      const addressed = [...messages].map(([result, message]) => ({
        message,
        recipients: recipientsAt(result),
      }));
      const [formFor] = await Promise.all([
        prepareForms(differingOf(addressed)),
        before.catch(() => null),
      ]);
      for (const message of addressed) publishStored(message, formFor);
      return { messages, formFor };
    };
    const published = publish().catch((error: unknown) => {
      for (const sending of own) publishedSends.release(sending);
      throw error;
    });
    lastPublished = published;
    published.catch(() => undefined); // the error rejects each send of the batch
    return published;
  };
  const settle = (batch: PreparedSend[], results: Stored[]) => {
    const published = publishAll(batch, results);
    return batch.map(async (sending, index): Promise<Message | null> => {
      const result = results[index];
      if (!result || result.verdict === "repeated") return null;
      if (result.verdict === "stored") {
        const { messages, formFor } = await published;
        const message = messages.get(result);
        return message ? formFor(message, message.author.id) : null;
      }
      if (result.verdict === "locked") return sendInTurn(sending);
      if (result.verdict === "missing") throw notFound();
      if (result.verdict === "unauthenticated") throw new Failure("unauthenticated");
      throw new Failure("forbidden", { messageKey: refusals[result.verdict] });
    });
  };
  const sendInTurn = createSendInTurn(async (chatId, batch) =>
    settle(batch, await storeInTurn(chatId, batch)),
  );
  return inBatches(async (batch: PreparedSend[]) => {
    const free = batch.filter(({ input }) => !sendInTurn.isWaitedFor(input.chat_id));
    const outcomes = free.length > 0 ? await store(free) : [];
    const outcomeOf = new Map(free.map((sending, index) => [sending, outcomes[index]]));
    return settle(
      batch,
      batch.map((sending) => outcomeOf.get(sending) ?? { verdict: "locked" }),
    );
  });
}

interface AddressedMessage {
  message: Message;
  recipients: MessageRecipient[];
}

const createPublishStored =
  ({ publish, notify, unreadChanged }: Options) =>
  ({ message, recipients }: AddressedMessage, formFor: FormFor): void => {
    publishMessage(publish, "message", message, { recipients, formFor });
    const ids = recipients.map(({ user_id }) => user_id);
    const others = ids.filter((userId) => userId !== message.author.id);
    if (others.length === 0) return;
    notify(message);
    unreadChanged(others);
  };

/** The messages with more than one form, and all who get them: the recipients, and the author in the answer. */
const differingOf = (messages: AddressedMessage[]) =>
  messages
    .filter(
      ({ message: { attachments, forwarded_from } }) =>
        attachments.length > 0 || forwarded_from !== null,
    )
    .map(({ message, recipients }) => ({
      message,
      readerIds: [message.author.id, ...recipients.map(({ user_id }) => user_id)],
    }));

type StoredMessage = Extract<Stored, { verdict: "stored" }>;

const bare = { attachments: [], reactions: [], reply: null, forwarded_from: null };

/** Makes messages of stored rows. A plain text needs no further query. */
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

interface MemberRow extends MessageRecipient {
  chat_id: number;
}

/**
 * The recipients of a message that was stored earlier. It may be old, and each node that has not published it would
 * publish it: so a private one reaches only the author's devices once they may no longer write to the other member.
 */
const recipientsOfRepeated = (
  db: Database["db"],
  authorId: number,
  message: MessageRow,
): Promise<MessageRecipient[]> =>
  recipientsOf(db, message)
    .where((eb) =>
      eb.or([eb("chats.kind", "=", "group"), eb("user_id", "=", authorId), mayWrite(authorId)]),
    )
    .execute();

/**
 * The recipients of messages, read once they are stored, so that a member who joined the group just before is among
 * them.
 */
function createFindRecipients(ask: Database["ask"]) {
  return async (stored: StoredMessage[]): Promise<(one: StoredMessage) => MessageRecipient[]> => {
    const groups = new Set(stored.flatMap(({ row, pair }) => (pair ? [] : row.chat_id)));
    const rows = groups.size === 0 ? [] : await ask<MemberRow>(membersQuery, [[...groups]]);
    const byChat = Map.groupBy(rows, ({ chat_id }) => chat_id);
    return ({ row, pair }) =>
      pair?.map((user_id) => ({ user_id, joined_seq: 0 })) ??
      (byChat.get(row.chat_id) ?? []).filter(({ joined_seq }) => joined_seq < row.seq);
  };
}
