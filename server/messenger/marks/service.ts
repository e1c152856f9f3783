import type { Logger } from "pino";
import type { DraftEvent, TypingEvent } from "#lib/messenger/contract/event-schema.ts";
import type {
  DeliveredFrame,
  DraftInput,
  DraftState,
} from "#lib/messenger/contract/marks-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { notFound } from "#server/http/failure.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import type { Reader } from "#server/plugins/session.ts";
import { storeDraft } from "#server/messenger/marks/drafts.ts";
import { markUnread, muteChat, pinChat } from "#server/messenger/marks/chat-marks.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import { createDelivered } from "#server/messenger/receipts/delivered.ts";
import { listTypingRecipients } from "#server/messenger/receipts/receipt-recipients.ts";

export type Marks = ReturnType<typeof createMarks>;

interface Options extends ChatSource {
  publish: Publish;
  unreadChanged: (userIds: number[]) => void;
  log: Logger;
}

/** Pins, mutes and marks chats, and publishes typing, drafts and delivery. */
export function createMarks({ publish, unreadChanged, log, ...source }: Options) {
  const { db } = source;
  const delivered = createDelivered({ db, publish, log });
  /** Published to the member's own devices only. */
  const publishMarked = async (reader: Reader, named: NamedChat): Promise<Chat> => {
    publish([reader.id], "chat_changed", { chat_id: named.id });
    const chat = await findChat(source, reader, named.id, named.x);
    if (!chat) throw notFound();
    return chat;
  };

  return {
    async mute(reader: Reader, chat: NamedChat, muted: boolean): Promise<Chat> {
      await muteChat(db, reader.id, chat, muted);
      return publishMarked(reader, chat);
    },

    async pin(reader: Reader, chat: NamedChat, pinned: boolean): Promise<Chat> {
      await pinChat(db, reader.id, chat, pinned);
      return publishMarked(reader, chat);
    },

    async markUnread(reader: Reader, chat: NamedChat, seq: number) {
      await markUnread(db, reader.id, chat, seq);
      unreadChanged([reader.id]);
      const { last_read_seq, unread } = await publishMarked(reader, chat);
      return { last_read_seq, unread };
    },

    async saveDraft(userId: number, chat: NamedChat, input: DraftInput): Promise<DraftState> {
      const { stored, ...draft } = await storeDraft(db, userId, chat, input);
      const event: DraftEvent = { chat_id: chat.id, ...draft };
      if (stored) publish([userId], "draft", event);
      return draft;
    },

    /** Published to the others who may see it; nothing is stored. */
    async typing(userId: number, chat: NamedChat): Promise<void> {
      const recipients = await listTypingRecipients(db, userId, chat);
      if (!recipients) throw notFound();
      const event: TypingEvent = { chat_id: chat.id, user_id: userId };
      publish(recipients, "typing", event);
    },

    delivered: (userId: number, frame: DeliveredFrame): void => {
      delivered(userId, frame);
    },
  };
}
