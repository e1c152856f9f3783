import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";

/** The first message after `readSeq` and up to `lastSeq` that another member wrote, if it is loaded. */
export function findFirstUnread(
  messages: readonly Message[],
  { readSeq, lastSeq, memberId }: { readSeq: number; lastSeq: number; memberId: number },
): number | null {
  const isUnread = ({ seq, author }: Message) =>
    seq > readSeq && seq <= lastSeq && author.id !== memberId;
  return messages.find(isUnread)?.seq ?? null;
}

interface Known {
  window: Pick<HistoryWindow, "messages" | "from"> | undefined;
  memberId: number;
}

/**
 * Returns the seq of the first unread message: the member's own never are, and yet they leave the read mark where it is.
 * Where it is not loaded, it is the first after the read mark, which may be the member's own. When all is read, it is the
 * message that comes next.
 */
export function seqOfFirstUnread(
  { unread, last_read_seq: readSeq, last_seq: lastSeq }: Chat,
  { window, memberId }: Known,
): number {
  if (unread === 0) return lastSeq + 1;
  const found =
    window && window.from <= readSeq + 1
      ? findFirstUnread(window.messages, { readSeq, lastSeq, memberId })
      : null;
  return found ?? readSeq + 1;
}
