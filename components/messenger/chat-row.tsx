"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import classes from "#components/messenger/chat-row.module.css";
import { useShortMoment } from "#components/messenger/day-label.ts";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import { onDraftChange, readDraft } from "#lib/messenger/drafts.ts";
import type { Chat } from "#lib/messenger/schema.ts";
import { routes } from "#lib/routes.ts";

interface ChatRowProps {
  chat: Chat;
  memberId: number;
  /** Whether it is the chat shown beside the list. */
  open: boolean;
}

export function ChatRow({ chat, memberId, open }: ChatRowProps) {
  const t = useTranslations("Messenger");
  const momentOf = useShortMoment();
  const { title, last_message: last, unread } = chat;
  return (
    <li>
      <MessengerLink
        route={routes.chat(chat.kind, chat.id)}
        className={classes.row}
        aria-current={open ? "page" : undefined}
      >
        <PersonAvatar
          person={chat.peer ?? { id: chat.id, fullname: title, image: chat.image }}
          size={48}
        />
        <span className={classes.title}>{title}</span>
        {last && (
          <time className={classes.time} dateTime={last.created_at}>
            {momentOf(last.created_at)}
          </time>
        )}
        <LastLine chat={chat} memberId={memberId} open={open} />
        {unread > 0 && (
          <span className={classes.badge}>
            <CountBadge count={unread} label={t("unread", { count: unread })} />
          </span>
        )}
      </MessengerLink>
    </li>
  );
}

/** What is begun and not sent, else the last message. */
function LastLine({ chat, memberId, open }: ChatRowProps) {
  const t = useTranslations("Messenger");
  const draft = useSyncExternalStore(
    onDraftChange,
    () => readDraft(memberId, chat.id),
    () => "",
  );
  if (draft && !open)
    return <span className={classes.draft}>{t("draftLine", { text: draft })}</span>;
  const { last_message: last } = chat;
  return <span className={classes.line}>{last ? lineOf() : t("noMessages")}</span>;

  function lineOf() {
    if (last?.author.id === memberId) return t("ownLine", { text: last.text });
    return chat.kind === "group" && last ? `${last.author.fullname}: ${last.text}` : last?.text;
  }
}
