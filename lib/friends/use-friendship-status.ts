import { useQuery } from "@tanstack/react-query";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { usePendingFriendshipChanges } from "#lib/friends/change-friendship.ts";
import { statusAfter } from "#lib/friends/friendship-rules.ts";
import { friendshipStatusQuery } from "#lib/friends/queries.ts";

/** A status from some answer, and when that answer was requested (ms). */
export interface KnownStatus {
  status: FriendshipStatus;
  requestedAt: number;
}

/** The status to show: the pending change, else the newer of the server's answer and the last decision on the page. */
export function useFriendshipStatus(id: number, known: KnownStatus): FriendshipStatus {
  const pending = usePendingFriendshipChanges().findLast((change) => change.id === id);
  const stored = useQuery(friendshipStatusQuery(id));
  if (pending) return statusAfter(pending);
  return stored.data && stored.dataUpdatedAt > known.requestedAt ? stored.data : known.status;
}
