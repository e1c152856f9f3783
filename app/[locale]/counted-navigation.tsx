"use client";

import { MemberNavigation } from "#components/layout/shell/member-navigation.tsx";
import { fetchToaster } from "#components/ui/toasts/toasts.ts";
import { useMemberIdIfAny } from "#lib/auth/use-member-id-if-any.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { usePendingCount } from "#lib/friends/use-friend-counts.ts";
import { useDelivered } from "#lib/messenger/receipts/delivered.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

/**
 * The navigation of members with the counters of their features; messages that it counts are acknowledged as delivered.
 */
export function CountedNavigation({ className }: { className: string | undefined }) {
  useFetchedAhead(fetchToaster); // the first toast may say that the server is unreachable
  useDelivered(useMemberIdIfAny());
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  return <MemberNavigation counts={counts} className={className} />;
}
