/** What a friendship call turns a status into, and how the member's lists grow by it (D-FRIENDSHIP). */
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { BoxCounts } from "#lib/friends/queries.ts";

export type FriendshipAction = "add" | "accept" | "delete";

export interface FriendshipChange {
  /** The other member. */
  id: number;
  action: FriendshipAction;
  /** The status when the member decided. */
  from: FriendshipStatus;
}

/** `add` on an incoming request accepts it; `delete` cancels, rejects or unfriends. */
export function statusAfter({ action, from }: FriendshipChange): FriendshipStatus {
  if (from === "self" || from === "blocked") return from;
  if (action === "delete") return "none";
  if (from === "incoming" || from === "friends") return "friends";
  return action === "add" ? "outgoing" : from;
}

/** The lengths of the lists after a change. A list is named after the status of the members in it. */
export function countsAfter(
  counts: Partial<BoxCounts>,
  change: FriendshipChange,
): Partial<BoxCounts> {
  return countsMoved(counts, change.from, statusAfter(change));
}

/** The counts after a member has moved from one list to another. An unknown count stays unknown. */
export function countsMoved(
  counts: Partial<BoxCounts>,
  from: FriendshipStatus,
  to: FriendshipStatus,
): Partial<BoxCounts> {
  const moved = Object.entries(counts).map(([box, count]) => [
    box,
    Math.max(0, count + Number(box === to) - Number(box === from)),
  ]);
  return Object.fromEntries(moved) as Partial<BoxCounts>; // the same lists
}
