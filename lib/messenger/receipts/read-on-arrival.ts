/**
 * Messages that are read as they arrive: the end of their chat is followed in a tab that is looked at, here or in another
 * tab of the browser. Until the server has heard that they are read they count as unread, which for this moment is shown
 * neither in the row nor in the total.
 */
import { readFollowedChat, writeFollowedChat } from "#lib/browser/cookies.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

type Place = Pick<Message, "chat_id" | "seq">;

/** They are seen after half a second; what then is not heard to be read is shown, within a second of its arrival. */
export const readWithinMs = 950;

interface Arrived {
  count: number;
  /** Of the newest. */
  seq: number;
  timer: ReturnType<typeof setTimeout>;
}

const arrivedIn = new Map<number, Arrived>();
const listeners = new Set<() => void>();

/** A message has arrived that is read at once; if it is not, it is shown as unread after the moment. */
export function noteReadOnArrival({ chat_id: chatId, seq }: Place): void {
  const before = arrivedIn.get(chatId);
  clearTimeout(before?.timer);
  const timer = setTimeout(() => endReadOnArrival({ chat_id: chatId, seq }), readWithinMs);
  arrivedIn.set(chatId, { count: (before?.count ?? 0) + 1, seq, timer });
  tell();
}

/** The chat was read up to a message. */
export function endReadOnArrival({ chat_id, seq }: Place): void {
  const arrived = arrivedIn.get(chat_id);
  if (!arrived || seq < arrived.seq) return;
  clearTimeout(arrived.timer);
  arrivedIn.delete(chat_id);
  tell();
}

export function onReadOnArrival(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isReadOnArrival = (chatId: number) => arrivedIn.has(chatId);

/** How many messages of all chats are being read at this moment. */
export const countReadOnArrival = () =>
  [...arrivedIn.values()].reduce((sum, { count }) => sum + count, 0);

/** Tells the other tabs of the browser, on whatever surface, whether what arrives in the chat is read at once in this one. */
export function tellFollowed(chatId: number, isFollowed: boolean): void {
  if (isFollowed) writeFollowedChat(String(chatId));
  else if (isFollowedElsewhere(chatId)) writeFollowedChat(null);
}

export const isFollowedElsewhere = (chatId: number) => readFollowedChat() === String(chatId);

function tell() {
  for (const listener of listeners) listener();
}
