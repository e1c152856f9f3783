"use client";

import { MemberNavigation } from "#components/layout/shell/member-navigation.tsx";
import { useToasterAhead } from "#components/ui/toasts/toaster-on-demand.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePendingCount } from "#lib/friends/use-friend-counts.ts";
import { useDelivered } from "#lib/messenger/receipts/delivered.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

/**
 * The navigation of members with the counters of their features; messages that it counts are acknowledged as delivered.
 */
export function CountedNavigation({ className }: { className: string | undefined }) {
  const auth = useAuth();
  useToasterAhead();
  useDelivered(auth.status === "authenticated" ? auth.user.id : null);
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  return <MemberNavigation counts={counts} className={className} />;
}
