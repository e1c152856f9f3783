/** The content of a conversation from top to bottom: days, the line above unread messages, bubbles. */
import type { Person } from "#lib/auth/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";

export interface Bubble {
  kind: "bubble";
  /** A message has the same key on its way and once it is stored, so that one bubble shows both. */
  key: string;
  clientId: string;
  /** The author; null for the member's own. */
  author: Person | null;
  /** Whether it is the first of a run by one author on one day. */
  startsGroup: boolean;
  /** Whether it is the last of that run. */
  endsGroup: boolean;
  at: string;
  state: "sent" | Outgoing["state"];
  /** The stored message; null while it is on its way. */
  message: Message | null;
  /** The outgoing message; null once it is stored. */
  outgoing: Outgoing | null;
}

export type TimelineItem =
  { kind: "day"; key: string; at: string } | { kind: "unread"; key: string } | Bubble;

/** The seq of the message that the item shows; 0 where it shows none, or one that is not stored yet. */
export const seqOf = (item: TimelineItem) =>
  item.kind === "bubble" ? (item.message?.seq ?? 0) : 0;

interface TimelineInput {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  memberId: number;
  /** The first unread message, above which the line stands; null for no line. */
  firstUnreadSeq: number | null;
}

export function buildTimeline({ messages, outgoing, memberId, firstUnreadSeq }: TimelineInput) {
  const items: TimelineItem[] = [];
  let day = "";
  const add = (
    bubble: Omit<Bubble, "kind" | "startsGroup" | "endsGroup">,
    isFirstUnread: boolean,
  ) => {
    if (localDay(bubble.at) !== day) {
      day = localDay(bubble.at);
      items.push({ kind: "day", key: `day ${day}`, at: bubble.at });
    }
    if (isFirstUnread) items.push({ kind: "unread", key: "unread" });
    const last = items.at(-1);
    const startsGroup = last?.kind !== "bubble" || last.author?.id !== bubble.author?.id;
    if (last?.kind === "bubble") last.endsGroup = startsGroup;
    items.push({ kind: "bubble", startsGroup, endsGroup: true, ...bubble });
  };

  const stored = new Set<string>();
  for (const message of messages) {
    if (message.author.id === memberId) stored.add(message.client_id);
    add(bubbleOf(message, memberId), message.seq === firstUnreadSeq);
  }
  let newestAt = messages.at(-1)?.created_at ?? "";
  for (const unsent of outgoing) {
    if (stored.has(unsent.clientId)) continue;
    newestAt = laterOf(newestAt, unsent.createdAt);
    add(outgoingBubble(unsent, newestAt, memberId), false);
  }
  return items;
}

function bubbleOf(message: Message, memberId: number) {
  const { author, client_id, created_at } = message;
  return {
    key: `${author.id} ${client_id}`,
    clientId: client_id,
    author: author.id === memberId ? null : author,
    at: created_at,
    state: "sent",
    message,
    outgoing: null,
  } as const;
}

/**
 * Returns the later of two times: the clock of this device may be slow, but a message that was written last is never
 * older than the one above it.
 */
const laterOf = (before: string, written: string) =>
  Date.parse(before) > Date.parse(written) ? before : written;

function outgoingBubble(outgoing: Outgoing, at: string, memberId: number) {
  const { clientId } = outgoing;
  return {
    key: `${memberId} ${clientId}`,
    clientId,
    author: null,
    at,
    state: shownState(outgoing),
    message: null,
    outgoing,
  } as const;
}

/** The day of a moment in the reader's time zone, as a key. */
function localDay(at: string): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");
}
