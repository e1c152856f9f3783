import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { Bubble } from "#lib/messenger/history/conversation-timeline.ts";

/** How far a message of the member has come; in a group, to the furthest of the others. */
export type Receipt = "pending" | "failed" | "sent" | "delivered" | "read";

/** Null if another member wrote the message, or if it is deleted. */
export function receiptOf(
  { author, state, message }: Pick<Bubble, "author" | "state" | "message">,
  chat: Pick<Chat, "peers_read_seq" | "peers_delivered_seq">,
): Receipt | null {
  if (author !== null || message?.deleted_at != null) return null;
  if (state !== "sent" || !message) return state;
  if (message.seq <= chat.peers_read_seq) return "read";
  return message.seq <= chat.peers_delivered_seq ? "delivered" : "sent";
}
