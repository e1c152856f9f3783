import type {
  Chat,
  ChatKind,
  ChatReadEvent,
  Message,
  SendMessageInput,
} from "#lib/messenger/schema.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/failure.ts";
import { latest } from "#server/latest.ts";
import { findChat, listHearers } from "#server/messenger/chats.ts";
import { type SentMessage, storeMessage } from "#server/messenger/messages.ts";
import { ensurePrivateChat } from "#server/messenger/private-chats.ts";
import type { Reader } from "#server/messenger/reader.ts";
import { countUnread, markRead } from "#server/messenger/reading.ts";
import { createTurns } from "#server/messenger/turns.ts";

/** What the messenger tells the devices of members. */
export interface MessengerEvents {
  message: (userIds: number[], message: Message) => void;
  chatRead: (userIds: number[], event: ChatReadEvent) => void;
  unread: (userId: number, count: number) => void;
}

export type Messenger = ReturnType<typeof createMessenger>;

/** Sending and reading: what is stored first, then told (specification §7, Messenger host). */
export function createMessenger({
  db,
  persons,
  events,
}: {
  db: Db;
  persons: Persons;
  events: MessengerEvents;
}) {
  const inTurn = createTurns();
  const tellUnread = latest<number>(async (userId) => {
    events.unread(userId, (await countUnread(db, [userId])).get(userId) ?? 0);
  });

  return {
    async openPrivateChat(reader: Reader, otherId: number): Promise<Chat> {
      if (otherId === reader.id) throw invalidField("id", "Site.invalid");
      if (!(await memberExists(db, reader.id, otherId))) throw notFound();
      const chatId = await ensurePrivateChat(db, reader.id, otherId);
      const chat = chatId === undefined ? undefined : await findChat(db, persons, reader, chatId);
      if (!chat) throw notFound();
      return chat;
    },

    /** The answer means committed (security.md M1); members hear of a message once, however often it is sent. */
    async send(authorId: number, kind: ChatKind, input: SendMessageInput): Promise<SentMessage> {
      // Stored and told before the next: so devices hear the messages of a chat in the order of seq.
      const sent = await inTurn(input.chat_id, async () => {
        const stored = await storeMessage(db, persons, authorId, kind, input);
        if (stored) events.message(stored.toldIds, stored.message);
        return stored;
      });
      if (!sent) throw notFound();
      await Promise.all(sent.toldIds.filter((userId) => userId !== authorId).map(tellUnread));
      return sent;
    },

    async read(
      userId: number,
      chat: { x: ChatKind; id: number },
      seq: number,
    ): Promise<{ last_read_seq: number; unread: number }> {
      const mark = await markRead(db, userId, chat, seq);
      if (!mark) throw notFound();
      if (mark.moved) {
        events.chatRead(await listHearers(db, chat.id, userId), {
          chat_id: chat.id,
          user_id: userId,
          seq: mark.last_read_seq,
        });
        await tellUnread(userId);
      }
      return { last_read_seq: mark.last_read_seq, unread: mark.unread };
    },
  };
}
