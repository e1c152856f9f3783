import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePendingChanges } from "#lib/friends/change-friendship.ts";
import { growthOf, statusAfter } from "#lib/friends/friendship-rules.ts";
import { requestCountQuery } from "#lib/friends/queries.ts";

/** How many requests wait in a list, as the member has decided so far; undefined until it is known. */
export function useRequestCount(box: "incoming" | "outgoing"): number | undefined {
  const locale = useLocale();
  const auth = useAuth();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const count = useQuery({ ...requestCountQuery(locale, box), enabled: verified }).data;
  const pending = usePendingChanges();
  if (!verified || count === undefined) return undefined;
  const growth = pending.map((change) => growthOf(box, change.from, statusAfter(change)));
  return Math.max(
    0,
    growth.reduce((sum, step) => sum + step, count),
  );
}

/** Requests that wait for the member's decision; 0 until it is known, and for visitors. */
export function usePendingCount(): number {
  return useRequestCount("incoming") ?? 0;
}
