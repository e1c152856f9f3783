import { useQuery } from "@tanstack/react-query";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { usePendingChanges } from "#lib/friends/change-friendship.ts";
import { statusAfter } from "#lib/friends/friendship-rules.ts";
import { friendshipStatusQuery } from "#lib/friends/queries.ts";

/** A status that some answer told, and when that answer was asked for (ms). */
export interface KnownStatus {
  status: FriendshipStatus;
  askedAt: number;
}

/** The status to show: what is being done now, else the newer of what the page was told and what was done on it. */
export function useFriendshipStatus(id: number, known: KnownStatus): FriendshipStatus {
  const pending = usePendingChanges().findLast((change) => change.id === id);
  const stored = useQuery(friendshipStatusQuery(id));
  if (pending) return statusAfter(pending);
  return stored.data && stored.dataUpdatedAt > known.askedAt ? stored.data : known.status;
}
