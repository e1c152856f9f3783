"use client";

import type { ReactNode } from "react";
import { HeaderActions } from "./header-actions.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { AppShell, type AppShellProps } from "#components/layout/shell/app-shell.tsx";
import { useToasterAhead } from "#components/ui/toasts/toaster-on-demand.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { usePendingCount } from "#lib/friends/use-friend-counts.ts";
import { useDelivered } from "#lib/messenger/receipts/delivered.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

type MemberShellProps = Pick<AppShellProps, "layout" | "immersive" | "children"> & {
  /** See MemberGate. */
  waiting?: ReactNode;
  /** The page shows something to visitors and unverified members too, and distinguishes them itself. */
  open?: boolean;
};

/** The frame of the surfaces for signed-in members, with the counters of their features. */
export function MemberShell({ waiting, open = false, children, ...frame }: MemberShellProps) {
  const auth = useAuth();
  useToasterAhead();
  useDelivered(auth.status === "authenticated" ? auth.user.id : null);
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  if (open && isOutside(auth))
    return (
      <AppShell actions={<HeaderActions />} counts={null} {...frame}>
        {children}
      </AppShell>
    );
  return (
    <AppShell
      announcement={<AnnouncementBar />}
      search={<HeaderSearch />}
      actions={<HeaderActions />}
      counts={counts}
      perhapsVisitor={open && auth.status === "undetermined"}
      {...frame}
    >
      <MemberGate waiting={waiting}>{children}</MemberGate>
    </AppShell>
  );
}
