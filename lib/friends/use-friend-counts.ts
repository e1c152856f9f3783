import { useQuery, useQueryClient } from "@tanstack/react-query";
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

/** Whether the lengths are missing because their request failed, and how to ask for them again. */
export function useFriendCountsFailure() {
  const { verified, query } = useCountsQuery();
  // The number of an event may stand alone in the cache. A failure stays one while the request is made again.
  const hasFailed = verified && query.errorUpdateCount > 0 && query.data?.friends === undefined;
  return { hasFailed, isRetrying: query.isFetching, retry: useRetryFriendCounts() };
}

/** Asks again for the lengths where their last request failed. */
export function useRetryFriendCounts(): () => void {
  const client = useQueryClient();
  const { queryKey } = friendCountsQuery(useLocale());
  return () =>
    void client.refetchQueries({ queryKey, predicate: ({ state }) => state.status === "error" });
}

function useStoredCounts(): Partial<FriendCounts["data"]> {
  const { verified, query } = useCountsQuery();
  return verified && query.data ? query.data : {};
}

function useCountsQuery() {
  const locale = useLocale();
  const auth = useAuth();
  const verified = auth.status === "authenticated" && auth.user.verified;
  return { verified, query: useQuery({ ...friendCountsQuery(locale), enabled: verified }) };
}
