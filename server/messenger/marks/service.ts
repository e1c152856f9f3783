import type { Logger } from "pino";
import type {
  DeliveredFrame,
  DraftInput,
  DraftState,
} from "#lib/messenger/contract/marks-schema.ts";
import type { DraftEvent, TypingEvent } from "#lib/messenger/contract/event-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { notFound } from "#server/http/failure.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import { createDelivered } from "#server/messenger/receipts/delivered.ts";
import { storeDraft } from "#server/messenger/marks/drafts.ts";
import { listWatchers } from "#server/messenger/receipts/receipt-recipients.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import { markUnread, muteChat, pinChat } from "#server/messenger/marks/chat-marks.ts";
import type { Reader } from "#server/messenger/chats/reader.ts";
import type { Tell } from "#server/messenger/tell.ts";

export type Marks = ReturnType<typeof createMarks>;

interface Options extends ChatSource {
  tell: Tell;
  unreadChanged: (userIds: number[]) => void;
  log: Logger;
}

/** How members keep their chats, and what shows of them while they write and receive (product.md §3). */
export function createMarks({ tell, unreadChanged, log, ...source }: Options) {
  const { db } = source;
  const delivered = createDelivered({ db, tell, log });
  /** All of it is told to the member's own devices. */
  const kept = async (reader: Reader, named: NamedChat): Promise<Chat> => {
    tell([reader.id], "chat_changed", { chat_id: named.id });
    const chat = await findChat(source, reader, named.id, named.x);
    if (!chat) throw notFound();
    return chat;
  };

  return {
    async mute(reader: Reader, chat: NamedChat, muted: boolean): Promise<Chat> {
      await muteChat(db, reader.id, chat, muted);
      return kept(reader, chat);
    },

    async pin(reader: Reader, chat: NamedChat, pinned: boolean): Promise<Chat> {
      await pinChat(db, reader.id, chat, pinned);
      return kept(reader, chat);
    },

    async markUnread(reader: Reader, chat: NamedChat, seq: number) {
      await markUnread(db, reader.id, chat, seq);
      unreadChanged([reader.id]);
      const { last_read_seq, unread } = await kept(reader, chat);
      return { last_read_seq, unread };
    },

    async saveDraft(userId: number, chat: NamedChat, input: DraftInput): Promise<DraftState> {
      const { stored, ...draft } = await storeDraft(db, userId, chat, input);
      const event: DraftEvent = { chat_id: chat.id, ...draft };
      if (stored) tell([userId], "draft", event);
      return draft;
    },

    /** Tells the others who may see it; nothing is stored. */
    async typing(userId: number, chat: NamedChat): Promise<void> {
      const watchers = await listWatchers(db, userId, chat);
      if (!watchers) throw notFound();
      const event: TypingEvent = { chat_id: chat.id, user_id: userId };
      tell(watchers, "typing", event);
    },

    delivered: (userId: number, frame: DeliveredFrame): void => {
      delivered(userId, frame);
    },
  };
}
