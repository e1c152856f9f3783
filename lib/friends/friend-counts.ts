import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePendingChanges } from "#lib/friends/change-friendship.ts";
import { countsAfter } from "#lib/friends/friendship-rules.ts";
import { type BoxCounts, friendCountsQuery } from "#lib/friends/queries.ts";

/** How long the member's lists are, as they have decided so far; what is not known yet is not there. */
export function useFriendCounts(): Partial<BoxCounts> {
  const locale = useLocale();
  const auth = useAuth();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const { data } = useQuery({ ...friendCountsQuery(locale), enabled: verified });
  const pending = usePendingChanges();
  return verified && data ? pending.reduce(countsAfter, data) : {};
}

/** Requests that wait for the member's decision; 0 until it is known, and for visitors. */
export function usePendingCount(): number {
  return useFriendCounts().incoming ?? 0;
}
