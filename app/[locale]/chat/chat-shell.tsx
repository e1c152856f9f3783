"use client";

import { type ReactNode, useEffect } from "react";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { MessengerSkeleton } from "#components/messenger/messenger-skeleton.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { postToServiceWorker } from "#lib/browser/service-worker.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { forgetOtherDrafts } from "#lib/messenger/drafts/drafts.ts";
import { forgetOtherOutboxes } from "#lib/messenger/outbox/outbox-store.ts";

/** The frame of the messenger: on a phone an open conversation takes all of the screen. */
export function ChatShell({ children }: { children: ReactNode }) {
  useForgettingChats();
  const open = useInConversation();
  return (
    <MemberShell layout="full" immersive={open} waiting={<MessengerSkeleton open={open} />}>
      {children}
    </MemberShell>
  );
}

/** Ids of members begin at 1. */
const nobody = 0;

/**
 * Deletes what this browser has stored of the chats once nobody is signed in, closes the notices and ends the pushes. What
 * was written and not sent goes too if the member has signed out, and stays for their return if their session has ended.
 */
function useForgettingChats(): void {
  const auth = useAuth();
  const isOut = auth.status === "unauthenticated";
  const hasLeft = isOut && auth.byChoice === true;
  useEffect(() => {
    if (isOut) {
      postToServiceWorker({ type: "signed-out" });
      void historyCache.forget();
    }
    if (!hasLeft) return;
    forgetOtherDrafts(nobody);
    void forgetOtherOutboxes(nobody);
  }, [isOut, hasLeft]);
}

/**
 * The page is prerendered without its address, so it shows the list until the browser knows it. The frame is hidden from
 * the first paint by an attribute of `/config.js`.
 */
function useInConversation(): boolean {
  const pathname = usePathname();
  useEffect(() => document.documentElement.removeAttribute("data-conversation"), []);
  return useHydrated() && chatAddressOf(pathname) !== null;
}
