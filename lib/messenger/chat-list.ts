/** The list of chats, as the query cache holds it, kept in step with messages and with reading. */
import type { InfiniteData } from "@tanstack/react-query";
import type { Chat, ChatList, ChatReadEvent, Message } from "#lib/messenger/schema.ts";

export type ChatPages = InfiniteData<ChatList>;

/**
 * Every loaded chat once, newest message first; one without messages stays where the server put it.
 * A chat that moved up while pages were read is in two of them.
 */
export function chatsOf(pages: ChatPages): Chat[] {
  const byId = new Map<number, Chat>();
  for (const chat of pages.pages.flatMap((page) => page.data)) {
    const known = byId.get(chat.id);
    byId.set(chat.id, known ? newerChat(known, chat) : chat);
  }
  let above = "9"; // sorts after every timestamp
  return [...byId.values()]
    .map((chat) => ({ chat, at: (above = chat.last_message?.created_at ?? above) }))
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .map(({ chat }) => chat);
}

/** A read that was under way may answer with less than an event has told since: the further one holds. */
export function newerChat(known: Chat, fetched: Chat): Chat {
  const ahead = known.last_seq > fetched.last_seq || known.last_read_seq > fetched.last_read_seq;
  if (!ahead) return fetched;
  const { last_seq, last_message, last_read_seq, unread } = known;
  return { ...fetched, last_seq, last_message, last_read_seq, unread };
}

export function changeChat(
  pages: ChatPages,
  chatId: number,
  change: (chat: Chat) => Chat,
): ChatPages {
  const changed = pages.pages.map((page) => ({
    ...page,
    data: page.data.map((chat) => (chat.id === chatId ? change(chat) : chat)),
  }));
  return { ...pages, pages: changed };
}

/** The chat after a message arrived in it; one that it knows already changes nothing. */
export function withMessage(chat: Chat, message: Message, memberId: number): Chat {
  if (message.seq < chat.last_seq) return chat;
  if (message.seq === chat.last_seq) return { ...chat, last_message: message };
  const own = message.author.id === memberId;
  return {
    ...chat,
    peer: chat.peer?.id === message.author.id ? message.author : chat.peer,
    last_message: message,
    last_seq: message.seq,
    unread: own ? chat.unread : chat.unread + 1,
  };
}

/**
 * The chat after its member has read it up to a message, here or on another device. Null: how many
 * are left cannot be told from what is known, and has to be asked.
 */
export function withRead(chat: Chat, read: Pick<ChatReadEvent, "seq">): Chat | null {
  if (read.seq <= chat.last_read_seq || chat.unread === 0)
    return { ...chat, last_read_seq: Math.max(chat.last_read_seq, read.seq) };
  return read.seq >= chat.last_seq ? { ...chat, last_read_seq: read.seq, unread: 0 } : null;
}
