/** What a conversation shows from top to bottom: days, the line above unread messages, bubbles. */
import type { Person } from "#lib/auth/schema.ts";
import type { Outgoing } from "#lib/messenger/outbox.ts";
import type { Message } from "#lib/messenger/schema.ts";

export interface Bubble {
  kind: "bubble";
  /** The same for a message on its way and for the message stored, so that it is one and the same bubble. */
  key: string;
  clientId: string;
  /** Null: one's own. */
  author: Person | null;
  /** The first of those that one author wrote in a row on one day. */
  startsGroup: boolean;
  text: string;
  at: string;
  state: "sent" | Outgoing["state"];
  /** Why it was not sent, in the member's language, if anybody said. */
  failure: string | null;
}

export type TimelineItem =
  { kind: "day"; key: string; at: string } | { kind: "unread"; key: string } | Bubble;

export interface TimelineInput {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  memberId: number;
  /** The first message under the line of unread ones; null: no line. */
  firstUnreadSeq: number | null;
}

export function buildTimeline({ messages, outgoing, memberId, firstUnreadSeq }: TimelineInput) {
  const items: TimelineItem[] = [];
  let day = "";
  const add = (bubble: Omit<Bubble, "kind" | "startsGroup">, isFirstUnread: boolean) => {
    if (localDay(bubble.at) !== day) {
      day = localDay(bubble.at);
      items.push({ kind: "day", key: `day ${day}`, at: bubble.at });
    }
    if (isFirstUnread) items.push({ kind: "unread", key: "unread" });
    const last = items.at(-1);
    const startsGroup = last?.kind !== "bubble" || last.author?.id !== bubble.author?.id;
    items.push({ kind: "bubble", startsGroup, ...bubble });
  };

  const stored = new Set<string>();
  for (const message of messages) {
    if (message.author.id === memberId) stored.add(message.client_id);
    add(bubbleOf(message, memberId), message.seq === firstUnreadSeq);
  }
  for (const unsent of outgoing) {
    if (!stored.has(unsent.clientId)) add(outgoingBubble(unsent, memberId), false);
  }
  return items;
}

function bubbleOf({ author, client_id, text, created_at }: Message, memberId: number) {
  return {
    key: `${author.id} ${client_id}`,
    clientId: client_id,
    author: author.id === memberId ? null : author,
    text,
    at: created_at,
    state: "sent",
    failure: null,
  } as const;
}

function outgoingBubble({ clientId, text, createdAt, state, failure }: Outgoing, memberId: number) {
  return {
    key: `${memberId} ${clientId}`,
    clientId,
    author: null,
    text,
    at: createdAt,
    state,
    failure,
  } as const;
}

/** The day where the reader is, as a key. */
function localDay(at: string): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");
}

/** The first message after `readSeq` and up to `lastSeq` that somebody else wrote, if it is loaded. */
export function findFirstUnread(
  messages: readonly Message[],
  { readSeq, lastSeq, memberId }: { readSeq: number; lastSeq: number; memberId: number },
): number | null {
  const isUnread = ({ seq, author }: Message) =>
    seq > readSeq && seq <= lastSeq && author.id !== memberId;
  return messages.find(isUnread)?.seq ?? null;
}
