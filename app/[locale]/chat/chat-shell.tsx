"use client";

import type { ReactNode } from "react";
import classes from "./chat-shell.module.css";
import { HeaderActions } from "#app/[locale]/header-actions.tsx";
import { MemberGate } from "#components/auth/member-gate.tsx";
import { AppShell } from "#components/layout/app-shell.tsx";
import { usePendingCount } from "#lib/friends/pending-count.ts";
import { useHydrated } from "#lib/hydration.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { useUnreadCount } from "#lib/messenger/unread-count.ts";

/** The frame of the messenger: on a phone an open conversation takes all of the screen. */
export function ChatShell({ children }: { children: ReactNode }) {
  const counts = { pending: usePendingCount(), unread: useUnreadCount() };
  const inConversation = useInConversation();
  return (
    <div className={classes.root} data-conversation={inConversation}>
      <AppShell
        actions={<HeaderActions />}
        counts={counts}
        layout="full"
        withoutBottomBar={inConversation}
      >
        <MemberGate>{children}</MemberGate>
      </AppShell>
    </div>
  );
}

/** The page is prerendered without its address: until the browser has it, the list is assumed. */
function useInConversation(): boolean {
  const pathname = usePathname();
  return useHydrated() && chatAddressOf(pathname) !== null;
}
