import type { Message } from "#lib/messenger/contract/schema.ts";

/** The first message after `readSeq` and up to `lastSeq` that another member wrote, if it is loaded. */
export function findFirstUnread(
  messages: readonly Message[],
  { readSeq, lastSeq, memberId }: { readSeq: number; lastSeq: number; memberId: number },
): number | null {
  const isUnread = ({ seq, author }: Message) =>
    seq > readSeq && seq <= lastSeq && author.id !== memberId;
  return messages.find(isUnread)?.seq ?? null;
}
