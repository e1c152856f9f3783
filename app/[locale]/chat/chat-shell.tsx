"use client";

import type { ReactNode } from "react";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { useHydrated } from "#lib/hydration.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";

/** The frame of the messenger: on a phone an open conversation takes all of the screen. */
export function ChatShell({ children }: { children: ReactNode }) {
  return (
    <MemberShell layout="full" immersive={useInConversation()}>
      {children}
    </MemberShell>
  );
}

/** The page is prerendered without its address: until the browser has it, the list is assumed. */
function useInConversation(): boolean {
  const pathname = usePathname();
  return useHydrated() && chatAddressOf(pathname) !== null;
}
