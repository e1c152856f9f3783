import type { ChatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { Database } from "#server/db/database.ts";
import { memberExists } from "#server/auth/person.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import { type PrepareAddresses, tellMessage } from "#server/messenger/hearers.ts";
import { listNewsTo } from "#server/messenger/receipts/receipt-recipients.ts";
import { ensurePrivateChat } from "#server/messenger/chats/private-chats.ts";
import type { Reader } from "#server/messenger/chats/reader.ts";
import { markRead } from "#server/messenger/receipts/reading.ts";
import { createSendMessages } from "#server/messenger/send/send-messages.ts";
import type { Tell } from "#server/messenger/tell.ts";

export type Messenger = ReturnType<typeof createMessenger>;

interface MessengerOptions extends ChatSource, Pick<Database, "ask"> {
  tell: Tell;
  /** How many messages are unread to the members has changed. */
  unreadChanged: (userIds: number[]) => void;
  prepareAddresses: PrepareAddresses;
}

/** Sending and reading: what is stored first, then told (specification §7, Messenger host). */
export function createMessenger({ tell, ask, unreadChanged, ...source }: MessengerOptions) {
  const { db } = source;
  const send = createSendMessages({
    ...source,
    ask,
    hear: (message, hearers, addressTo) => {
      tellMessage(tell, "message", message, { hearers, addressTo });
      const ids = hearers.map(({ user_id }) => user_id);
      unreadChanged(ids.filter((userId) => userId !== message.author.id));
    },
  });

  return {
    async openPrivateChat(reader: Reader, otherId: number): Promise<Chat> {
      if (otherId === reader.id) throw invalidField("id", "Site.invalid");
      if (!(await memberExists(db, reader.id, otherId))) throw notFound();
      const chatId = await ensurePrivateChat(db, reader.id, otherId);
      const chat = chatId === undefined ? undefined : await findChat(source, reader, chatId);
      if (!chat) throw notFound();
      return chat;
    },

    /** The answer means committed (security.md M1); members hear of a message once, however often it is sent. */
    send,

    async read(
      userId: number,
      chat: NamedChat,
      seq: number,
    ): Promise<{ last_read_seq: number; unread: number }> {
      const mark = await markRead(db, userId, chat, seq);
      if (!mark) throw notFound();
      if (mark.moved) {
        const event: ChatReadEvent = {
          chat_id: chat.id,
          user_id: userId,
          seq: mark.last_read_seq,
        };
        const news = { chatId: chat.id, userId, seq: mark.last_read_seq };
        tell([userId, ...(await listNewsTo(db, news, "seen_seq"))], "chat_read", event);
        unreadChanged([userId]);
      }
      return { last_read_seq: mark.last_read_seq, unread: mark.unread };
    },
  };
}
