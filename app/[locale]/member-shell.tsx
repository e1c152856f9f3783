"use client";

import type { ReactNode } from "react";
import { HeaderActions } from "./header-actions.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { AppShell, type AppShellProps } from "#components/layout/app-shell.tsx";
import { useToasterAhead } from "#components/ui/toaster-ahead.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { usePendingCount } from "#lib/friends/friend-counts.ts";
import { useDelivered } from "#lib/messenger/receipts/delivered.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

type MemberShellProps = Pick<AppShellProps, "layout" | "immersive" | "children"> & {
  /** See MemberGate. */
  waiting?: ReactNode;
};

/** The frame of the surfaces for signed-in members, with the counters of their features. */
export function MemberShell({ waiting, children, ...frame }: MemberShellProps) {
  const auth = useAuth();
  useToasterAhead();
  useDelivered(auth.status === "authenticated" ? auth.user.id : null);
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  return (
    <AppShell search={<HeaderSearch />} actions={<HeaderActions />} counts={counts} {...frame}>
      <MemberGate waiting={waiting}>{children}</MemberGate>
    </AppShell>
  );
}
