"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useMember } from "#lib/auth/auth-context.tsx";
import { isWanted } from "#lib/messenger/cache/muted-chats.ts";
import { chatKey, chatsQuery } from "#lib/messenger/cache/queries.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { type Chat, type Message, message, noticeTextOf } from "#lib/messenger/contract/schema.ts";
import { readNotificationChoice } from "#lib/browser/notification-choice.ts";
import { routes } from "#lib/routes.ts";
import { postToServiceWorker } from "#lib/browser/service-worker.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/**
 * Where the browser has no push service, an open messenger passes messages to the service worker, which shows each
 * once, however many pages pass it on.
 */
export function TabNotices() {
  const t = useTranslations("Notices");
  const locale = useLocale();
  const client = useQueryClient();
  const { id: memberId } = useMember();

  const chatOf = (chatId: number): Chat | undefined => {
    const listed = client.getQueryData(chatsQuery().queryKey);
    const [held] = client.getQueriesData<Chat>({ queryKey: chatKey(chatId) });
    return held?.[1] ?? (listed && chatsOf(listed).find(({ id }) => id === chatId));
  };
  const said = ({ text, attachments }: Message) => {
    const [first] = attachments;
    if (text) return noticeTextOf(text);
    if (!first) return t("message");
    if (attachments.length > 1) return t("attachments", { count: String(attachments.length) });
    return t(first.kind);
  };
  const notify = async (arrived: Message) => {
    if (!(await isWanted(client, arrived, memberId))) return;
    const chat = chatOf(arrived.chat_id);
    const { author, chat_id, seq } = arrived;
    const { kind = "private" } = chat ?? {};
    const isGroup = kind === "group";
    const isMentioned = arrived.mentions.some(({ id }) => id === memberId);
    const route = isMentioned ? routes.message(kind, chat_id, seq) : routes.chat(kind, chat_id);
    postToServiceWorker({
      type: "notice",
      chat_id,
      seq,
      title: chat && isGroup ? chat.title : author.fullname,
      body: isGroup
        ? t("inGroup", { author: author.fullname, text: said(arrived) })
        : said(arrived),
      icon: author.image?.thumb_url ?? null,
      url: `/${locale}${route.path}`,
    });
  };
  useSocketEvent("message", message, (arrived) => {
    if (arrived.author.id === memberId || readNotificationChoice(memberId) !== "tabs") return;
    notify(arrived).catch(() => undefined);
  });
  return null;
}
