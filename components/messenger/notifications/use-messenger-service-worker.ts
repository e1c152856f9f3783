"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import { useSocketEvent } from "#lib/api/socket.ts";
import { answerServiceWorker, postToServiceWorker } from "#lib/browser/service-worker.ts";
import { chatQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { chatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import { message } from "#lib/messenger/contract/schema.ts";
import { seqOfFirstUnread } from "#lib/messenger/history/first-unread.ts";
import { isChatFocused } from "#lib/messenger/receipts/tab-focus.ts";
import { useNothingUnread } from "#lib/messenger/receipts/unread-count.ts";
import { routes } from "#lib/routes.ts";
import { splitLocale } from "#lib/site/pages.ts";

/**
 * Answers the service worker, which shows notifications, which chat is open, and posts to it which chats have been
 * read and which messages deleted.
 */
export function useMessengerServiceWorker(memberId: number): void {
  const locale = useLocale();
  const client = useQueryClient();
  const nothingUnread = useNothingUnread();
  useEffect(() => {
    return answerServiceWorker(({ type, chat_id, url, seq }) => {
      if (type === "looking") return isChatFocused("chat", Number(chat_id));
      if (type !== "open" || typeof url !== "string") return undefined;
      // The messenger is one page; its language stays.
      const notice = { url, seq: typeof seq === "number" ? seq : 0, memberId };
      window.history.pushState(null, "", `/${locale}${pathOfNotice(client, notice)}`);
      return true;
    });
  }, [client, locale, memberId]);
  useSocketEvent("chat_read", chatReadEvent, ({ chat_id, user_id, seq }) => {
    if (user_id === memberId) postToServiceWorker({ type: "read", chat_id, seq });
  });
  useSocketEvent("message_changed", message, ({ chat_id, seq, deleted_at }) => {
    if (deleted_at !== null) postToServiceWorker({ type: "gone", chat_id, seq });
  });
  useEffect(() => {
    if (nothingUnread) postToServiceWorker({ type: "read-all" });
  }, [nothingUnread]);
}

interface PressedNotice {
  url: string;
  /** The message that it is about; 0 if a worker of an older version does not say it. */
  seq: number;
  memberId: number;
}

/**
 * A notice of the chat that is open leads to its first unread message, which would be in view if it opened now. A page
 * that has just woken up may not have fetched the message of the notice: then what it lacks is unread.
 */
function pathOfNotice(client: QueryClient, { url, seq, memberId }: PressedNotice): string {
  const { path } = splitLocale(url);
  const address = chatAddressOf(path);
  const open = chatAddressOf(splitLocale(window.location.pathname).path);
  if (!address || address.chatId !== open?.chatId) return path;
  const chat = client.getQueryData(chatQuery(address.kind, address.chatId).queryKey);
  if (!chat || (chat.unread === 0 && chat.last_seq >= seq)) return path;
  const loaded = client.getQueryData(messagesQuery(address.kind, address.chatId).queryKey);
  const goal = seqOfFirstUnread(chat, { window: loaded, memberId });
  return routes.message(address.kind, address.chatId, goal).path;
}
