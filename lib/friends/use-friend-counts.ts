import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePendingFriendshipChanges } from "#lib/friends/change-friendship.ts";
import { countsAfter } from "#lib/friends/friendship-rules.ts";
import { type BoxCounts, friendCountsQuery } from "#lib/friends/queries.ts";
import type { FriendCounts } from "#lib/friends/schema.ts";

/** The lengths of the member's lists with pending decisions applied; a length that is not known yet is absent. */
export function useFriendCounts(): Partial<BoxCounts> {
  return usePendingFriendshipChanges().reduce(countsAfter, useStoredCounts());
}

/** Requests that wait for the member's decision; 0 until it is known, and for visitors. */
export function usePendingCount(): number {
  return useFriendCounts().incoming ?? 0;
}

/** Acceptances that the member has not seen; 0 until it is known. */
export function useUnseenAcceptances(): number {
  return useStoredCounts().unseen_acceptances ?? 0;
}

function useStoredCounts(): Partial<FriendCounts["data"]> {
  const locale = useLocale();
  const auth = useAuth();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const { data } = useQuery({ ...friendCountsQuery(locale), enabled: verified });
  return verified && data ? data : {};
}
