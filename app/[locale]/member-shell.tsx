"use client";

import type { ReactNode } from "react";
import { HeaderActions } from "./header-actions.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { AppShell } from "#components/layout/app-shell.tsx";
import { HeaderSearch } from "#components/people/header-search.tsx";
import { usePendingCount } from "#lib/friends/pending-count.ts";
import { useUnreadCount } from "#lib/messenger/unread-count.ts";

interface MemberShellProps {
  layout?: "page" | "full";
  children: ReactNode;
}

/** The frame of the surfaces for signed-in members, with the counters of their features. */
export function MemberShell({ layout = "page", children }: MemberShellProps) {
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  return (
    <AppShell search={<HeaderSearch />} actions={<HeaderActions />} counts={counts} layout={layout}>
      <MemberGate>{children}</MemberGate>
    </AppShell>
  );
}
