/**
 * Chats whose messages are read as they arrive: their end is followed in a tab that is looked at. Until the server has
 * heard that they are read they count as unread, which for this moment is shown neither in the row nor in the total.
 */

/** The server tells a total at once and its next change a second later (server/messenger/unread-telling.ts). */
export const readWithinMs = 1500;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** A message has arrived that is read at once; if it is not, it is shown as unread after the moment. */
export function noteReadOnArrival(chatId: number): void {
  clearTimeout(timers.get(chatId));
  const end = () => {
    timers.delete(chatId);
    tell();
  };
  timers.set(chatId, setTimeout(end, readWithinMs));
  tell();
}

export function onReadOnArrival(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isReadOnArrival = (chatId: number) => timers.has(chatId);

export const isAnyReadOnArrival = () => timers.size > 0;

function tell() {
  for (const listener of listeners) listener();
}
