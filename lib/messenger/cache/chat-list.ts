/** The list of chats in the query cache, and how messages and reading change it. */
import type { InfiniteData } from "@tanstack/react-query";
import { mapRows } from "#lib/api/map-rows.ts";
import type { ChatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import type { Chat, ChatList, Message } from "#lib/messenger/contract/schema.ts";

export type ChatPages = InfiniteData<ChatList>;

/** Every loaded chat once, in the server's order. A chat that moved up between two pages is in both. */
export function chatsOf(pages: ChatPages): Chat[] {
  const byId = new Map<number, Chat>();
  for (const chat of pages.pages.flatMap((page) => page.data)) {
    const known = byId.get(chat.id);
    byId.set(chat.id, known ? mergedChat(known, chat) : chat);
  }
  return [...byId.values()];
}

/**
 * Merges a fetched chat with the cached one. An event may have arrived while the answer was on its way. So what has
 * changed in the cache since `before` (the cached chat when the request left) is preserved where it is ahead of the
 * answer; everything else is as the server says. Without `before` the greater of each number counts.
 */
export function mergedChat(known: Chat, fetched: Chat, before?: Chat): Chat {
  const further = withReceiptsOf(known, withNewerState(fetched, known.last_message), before);
  const hasNewer = known.last_seq > Math.max(fetched.last_seq, before?.last_seq ?? 0);
  const { last_seq, last_message } = hasNewer ? known : further;
  if (isReadAhead(known, fetched, before)) {
    const { last_read_seq } = known;
    return {
      ...further,
      last_seq,
      last_message,
      last_read_seq,
      unread: unreadAhead(known, fetched),
    };
  }
  if (!hasNewer) return further;
  // The answer may include some of the messages that arrived since the request left.
  const arrived = Math.min(
    known.unread - (before?.unread ?? fetched.unread),
    known.last_seq - fetched.last_seq,
  );
  return { ...further, last_seq, last_message, unread: Math.max(0, fetched.unread + arrived) };
}

/** Chooses the newer state of the last message: the cached one, if it has more changes than that which has come. */
function withNewerState(fetched: Chat, known: Message | null): Chat {
  const { last_message: last } = fetched;
  return known && last?.seq === known.seq && known.change > last.change
    ? { ...fetched, last_message: known }
    : fetched;
}

/**
 * Whether the member has read further, or marked the chat as unread, since the request left, and the answer does not
 * include that.
 */
function isReadAhead({ last_read_seq: seq }: Chat, fetched: Chat, before?: Chat): boolean {
  if (!before || seq > before.last_read_seq) return seq > fetched.last_read_seq;
  return seq < before.last_read_seq && fetched.last_read_seq === before.last_read_seq;
}

/** Estimates the unread number: of the messages that only the answer includes, at most all are unread. */
function unreadAhead(known: Chat, fetched: Chat): number {
  const onlyFetched = fetched.last_seq - known.last_seq;
  return onlyFetched > 0 ? Math.min(fetched.unread, known.unread + onlyFetched) : known.unread;
}

/**
 * Receipts of others and the number of changes never decrease. A draft that was saved meanwhile is replaced only by its
 * next version; the versions begin anew when a member joins a group again.
 */
function withReceiptsOf(known: Chat, fetched: Chat, before?: Chat): Chat {
  const seen = withPeersSeen(fetched, known);
  const { last_change } = known;
  const further = last_change > seen.last_change ? { ...seen, last_change } : seen;
  const savedBefore = Math.max(fetched.draft_version, before?.draft_version ?? 0);
  if (known.draft_version <= savedBefore) return further;
  const { draft, draft_version, draft_mentions, draft_seq } = known;
  return { ...further, draft, draft_version, draft_mentions, draft_seq };
}

type Seen = Pick<Chat, "peers_read_seq" | "peers_delivered_seq">;

/** The chat after another member has read it, or received it, up to a message. */
export function withPeersSeen(chat: Chat, seen: Partial<Seen>): Chat {
  const { peers_read_seq: read = 0, peers_delivered_seq: delivered = 0 } = seen;
  if (read <= chat.peers_read_seq && delivered <= chat.peers_delivered_seq) return chat;
  return {
    ...chat,
    peers_read_seq: Math.max(chat.peers_read_seq, read),
    peers_delivered_seq: Math.max(chat.peers_delivered_seq, delivered),
  };
}

/**
 * A chat that an event has changed since this page was requested is newer than the page: it keeps that and comes first.
 * `before`: the cached chats when the request left.
 */
export function withChatsAhead(fetched: Chat[], known: Chat[], before: Chat[] = []): Chat[] {
  const [knownById, beforeById] = [byIdOf(known), byIdOf(before)];
  const chats = fetched.map((chat) =>
    mergedChat(knownById.get(chat.id) ?? chat, chat, beforeById.get(chat.id)),
  );
  const isAhead = (chat: Chat, index: number) => chat.last_seq > (fetched[index]?.last_seq ?? 0);
  return pinnedFirst([
    ...chats.filter(isAhead),
    ...chats.filter((chat, index) => !isAhead(chat, index)),
  ]);
}

const byIdOf = (chats: Chat[]) => new Map(chats.map((chat) => [chat.id, chat]));

function pinnedFirst(chats: readonly Chat[]): Chat[] {
  return [...chats.filter(({ pinned }) => pinned), ...chats.filter(({ pinned }) => !pinned)];
}

/** Changes a chat of the list; one that has a newer message, or is pinned or unpinned, moves to its new place. */
export function changeChat(
  pages: ChatPages,
  chatId: number,
  change: (chat: Chat) => Chat,
): ChatPages {
  const before = chatsOf(pages).find((chat) => chat.id === chatId);
  if (!before) return pages;
  const after = change(before);
  if (after.last_seq > before.last_seq) return placeChat(pages, after, { newest: true });
  if (after.pinned !== before.pinned) return placeChat(pages, after);
  return mapRows(pages, (chats) => chats.map((chat) => (chat.id === chatId ? after : chat)));
}

/**
 * The list with a chat in the order of the server: pinned ones first, each part by newest message. A chat without messages
 * has just been made: until the next fetch it counts as newest.
 */
export function placeChat(pages: ChatPages, placed: Chat, { newest = false } = {}): ChatPages {
  const others = removeChat(pages, placed.id);
  const isBefore = (other: Chat) =>
    other.pinned === placed.pinned ? !newest && writtenAt(other) > writtenAt(placed) : other.pinned;
  const found = others.pages.findIndex((page) => page.data.some((other) => !isBefore(other)));
  const index = found === -1 ? others.pages.length - 1 : found;
  const page = others.pages[index];
  if (!page) return pages;
  const place = page.data.findIndex((other) => !isBefore(other));
  const data = page.data.toSpliced(place === -1 ? page.data.length : place, 0, placed);
  return { ...others, pages: others.pages.with(index, { ...page, data }) };
}

/** Sorts after every date, which begins with a lower digit. */
const afterAnyDate = "9";

const writtenAt = ({ last_message: last }: Chat) => last?.created_at ?? afterAnyDate;

export const removeChat = (pages: ChatPages, chatId: number): ChatPages =>
  mapRows(pages, (chats) => chats.filter((chat) => chat.id !== chatId));

/**
 * A message brings the newest name and image of its author. It brings no presence, because one event goes to several
 * recipients.
 */
function peerAfter({ peer }: Chat, { author: { id, fullname, image } }: Message): Chat["peer"] {
  return peer?.id === id ? { ...peer, fullname, image } : peer;
}

/**
 * The chat after a message arrived in it; a message that it has already changes nothing. How many are unread is unclear
 * where messages before it were missed (`isBeyondGap`).
 */
export function withMessage(chat: Chat, message: Message, memberId: number): Chat {
  if (message.seq < chat.last_seq) return chat;
  if (message.seq === chat.last_seq)
    return withNewerState({ ...chat, last_message: message }, chat.last_message);
  return {
    ...withOneUnread(chat, message, memberId),
    peer: peerAfter(chat, message),
    last_message: message,
    last_seq: message.seq,
  };
}

/** The chat after a message arrived late, after newer ones: only the unread number changes. */
export const withOvertaken = (chat: Chat, message: Message, memberId: number): Chat =>
  message.seq < chat.last_seq
    ? withOneUnread(chat, message, memberId)
    : withMessage(chat, message, memberId);

function withOneUnread(chat: Chat, { author, seq }: Message, memberId: number): Chat {
  const isRead = author.id === memberId || seq <= chat.last_read_seq;
  return isRead ? chat : { ...chat, unread: chat.unread + 1 };
}

/** Whether there is a gap: messages between the newest one of the chat and this one have not arrived. */
export const isBeyondGap = (chat: Chat, message: Message) => message.seq > chat.last_seq + 1;

/** The chat after one of its messages was changed. */
export function withChangedMessage(chat: Chat, message: Message): Chat {
  const { last_message: last } = chat;
  const isNewer = last?.seq === message.seq && message.change >= last.change;
  return {
    ...chat,
    last_message: isNewer ? message : last,
    last_change: Math.max(chat.last_change, message.change),
  };
}

/**
 * The chat after its member has read it up to a message, here or on another device. Null: the number left unread cannot
 * be counted from the cache and must be fetched.
 */
export function withRead(chat: Chat, read: Pick<ChatReadEvent, "seq">): Chat | null {
  if (read.seq <= chat.last_read_seq || chat.unread === 0)
    return { ...chat, last_read_seq: Math.max(chat.last_read_seq, read.seq) };
  return read.seq >= chat.last_seq ? { ...chat, last_read_seq: read.seq, unread: 0 } : null;
}
