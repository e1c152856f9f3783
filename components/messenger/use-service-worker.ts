"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { isLookedAt } from "#lib/messenger/receipts/looked-at.ts";
import { chatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";
import { splitLocale } from "#lib/site/pages.ts";
import { answerServiceWorker, tellServiceWorker } from "#lib/browser/service-worker.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** What the messenger and the service worker, which shows notifications, tell each other. */
export function useMessengerServiceWorker(memberId: number): void {
  const locale = useLocale();
  const nothingUnread = useUnreadCount() === 0;
  useEffect(() => {
    return answerServiceWorker(({ type, chat_id, url }) => {
      if (type === "looking") return isLookedAt("chat", Number(chat_id));
      if (type !== "open" || typeof url !== "string") return undefined;
      // All of the messenger is one page; its language stays.
      const { path } = splitLocale(url);
      window.history.pushState(null, "", `/${locale}${path}`);
      return true;
    });
  }, [locale]);
  useSocketEvent("chat_read", chatReadEvent, ({ chat_id, user_id, seq }) => {
    if (user_id === memberId) tellServiceWorker({ type: "read", chat_id, seq });
  });
  useEffect(() => {
    if (nothingUnread) tellServiceWorker({ type: "read-all" });
  }, [nothingUnread]);
}
