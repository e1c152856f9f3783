/** The list of chats, as the query cache holds it, kept in step with messages and with reading. */
import type { InfiniteData } from "@tanstack/react-query";
import type { Chat, ChatList, ChatReadEvent, Message } from "#lib/messenger/schema.ts";

export type ChatPages = InfiniteData<ChatList>;

/** Every loaded chat once, in the server's order. A chat that moved up while pages were read is in two of them. */
export function chatsOf(pages: ChatPages): Chat[] {
  const byId = new Map<number, Chat>();
  for (const chat of pages.pages.flatMap((page) => page.data)) {
    const known = byId.get(chat.id);
    byId.set(chat.id, known ? newerChat(known, chat) : chat);
  }
  return [...byId.values()];
}

/** A read that was under way may answer with less than an event has told since: the further one holds. */
export function newerChat(known: Chat, fetched: Chat): Chat {
  const ahead = known.last_seq > fetched.last_seq || known.last_read_seq > fetched.last_read_seq;
  if (!ahead) return fetched;
  const { last_seq, last_message, last_read_seq, unread } = known;
  return { ...fetched, last_seq, last_message, last_read_seq, unread };
}

/** What an event told while a page was under way holds: those chats are ahead of it, and on top. */
export function keepAhead(fetched: Chat[], known: Chat[]): Chat[] {
  const byId = new Map(known.map((chat) => [chat.id, chat]));
  const chats = fetched.map((chat) => newerChat(byId.get(chat.id) ?? chat, chat));
  const isAhead = (chat: Chat, index: number) => chat.last_seq > (fetched[index]?.last_seq ?? 0);
  return [...chats.filter(isAhead), ...chats.filter((chat, index) => !isAhead(chat, index))];
}

/** Changes a chat of the list; one that has a newer message then goes to the top. */
export function changeChat(
  pages: ChatPages,
  chatId: number,
  change: (chat: Chat) => Chat,
): ChatPages {
  const before = chatsOf(pages).find((chat) => chat.id === chatId);
  if (!before) return pages;
  const after = change(before);
  const raised = after.last_seq > before.last_seq;
  const changed = pages.pages.map((page, index) => {
    const others = page.data.filter((chat) => chat.id !== chatId);
    if (raised) return { ...page, data: index === 0 ? [after, ...others] : others };
    return { ...page, data: page.data.map((chat) => (chat.id === chatId ? after : chat)) };
  });
  return { ...pages, pages: changed };
}

/** A message brings the newest name and image of its author, and nothing of their presence: it is told to several at once. */
function peerAfter({ peer }: Chat, { author: { id, fullname, image } }: Message): Chat["peer"] {
  return peer?.id === id ? { ...peer, fullname, image } : peer;
}

/** The chat after a message arrived in it; one that it knows already changes nothing. */
export function withMessage(chat: Chat, message: Message, memberId: number): Chat {
  if (message.seq < chat.last_seq) return chat;
  if (message.seq === chat.last_seq) return { ...chat, last_message: message };
  const own = message.author.id === memberId;
  return {
    ...chat,
    peer: peerAfter(chat, message),
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
