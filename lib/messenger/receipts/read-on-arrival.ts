/**
 * Messages that are read as they arrive: the end of their chat is on the screen of a focused tab, here or in another
 * tab of the browser. Until the server has their receipt they count as unread, which for this moment is shown neither
 * in the row nor in the total.
 */
import { createListeners } from "#lib/browser/store.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

type Place = Pick<Message, "chat_id" | "seq">;

/**
 * Messages count as seen after half a second. If no receipt was sent by then, they are shown as unread, still within a
 * second of their arrival.
 */
export const readWithinMs = 950;

interface Arrived {
  count: number;
  /** The seq of the newest of them. */
  seq: number;
  /** When they are shown as unread after all, in ms since the epoch. */
  endsAt: number;
  timer: ReturnType<typeof setTimeout>;
}

const arrivedIn = new Map<number, Arrived>();
const listeners = createListeners();
export const onReadOnArrival = listeners.subscribe;

/** Notes a message that will be read at once; if it is not, it is shown as unread after `readWithinMs`. */
export function noteReadOnArrival({ chat_id: chatId, seq }: Place): void {
  const before = arrivedIn.get(chatId);
  clearTimeout(before?.timer);
  const timer = setTimeout(() => endReadOnArrival({ chat_id: chatId, seq }), readWithinMs);
  const endsAt = Date.now() + readWithinMs;
  arrivedIn.set(chatId, { count: (before?.count ?? 0) + 1, seq, endsAt, timer });
  listeners.call();
}

/** Notes that the chat was read up to a message. */
export function endReadOnArrival({ chat_id, seq }: Place): void {
  const arrived = arrivedIn.get(chat_id);
  if (!arrived || seq < arrived.seq) return;
  clearTimeout(arrived.timer);
  arrivedIn.delete(chat_id);
  listeners.call();
}

export const isReadOnArrival = (chatId: number) => arrivedIn.has(chatId);

/** The messages that are being read at this moment, by chat. */
export const allReadOnArrival = (): Pick<Arrived, "count" | "endsAt">[] => [...arrivedIn.values()];
