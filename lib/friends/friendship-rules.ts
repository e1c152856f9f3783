/** What a friendship call turns a status into, and how the member's lists grow by it (product.md §3). */
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendBox } from "#lib/friends/queries.ts";

export type FriendshipAction = "add" | "accept" | "delete";

export interface FriendshipChange {
  /** The other member. */
  id: number;
  action: FriendshipAction;
  /** What they were when the member decided. */
  from: FriendshipStatus;
}

/** `add` on an incoming request accepts it; `delete` cancels, rejects or unfriends. */
export function statusAfter({ action, from }: FriendshipChange): FriendshipStatus {
  if (from === "self" || from === "blocked") return from;
  if (action === "delete") return "none";
  if (from === "incoming" || from === "friends") return "friends";
  return action === "add" ? "outgoing" : from;
}

/** How much longer a list becomes by a change: 1, 0 or -1. A list is named after the status of those in it. */
export function growthOf(box: FriendBox, from: FriendshipStatus, to: FriendshipStatus): number {
  return Number(to === box) - Number(from === box);
}
