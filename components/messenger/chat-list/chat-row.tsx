"use client";

import {
  IconAlertCircle,
  IconBellOff,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconClock,
  IconDotsVertical,
  IconPin,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type MouseEvent, useSyncExternalStore } from "react";
import type { MenuPlace } from "#components/messenger/actions/placed-menu.tsx";
import { ChatRowLine } from "#components/messenger/chat-list/chat-row-line.tsx";
import classes from "#components/messenger/chat-list/chat-row.module.css";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { useShortMoment } from "#components/messenger/history/use-day-label.ts";
import { useLongPress } from "#components/messenger/message/use-long-press.ts";
import { MessengerLink } from "#components/messenger/messenger-link.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { useLoadingAhead } from "#lib/messenger/history/load-history.ts";
import { useUnsent } from "#lib/messenger/outbox/outbox-context.tsx";
import { type Outgoing, shownState } from "#lib/messenger/outbox/outgoing.ts";
import { isReadOnArrival, onReadOnArrival } from "#lib/messenger/receipts/read-on-arrival.ts";
import { routes } from "#lib/routes.ts";

export const menuWidthPx = 250;

export interface ChatMenuPlace extends MenuPlace {
  chat: Chat;
}

interface ChatRowProps {
  chat: Chat;
  memberId: number;
  /** Whether it is the chat shown beside the list. */
  open: boolean;
  /** What opens at the row's button. */
  menuPopup: "menu" | "dialog";
  onMenu: (place: ChatMenuPlace) => void;
}

/** A chat of the list. It is memoized, because an event changes one row at a time. */
export const ChatRow = memo(function ChatRow({
  chat,
  memberId,
  open,
  menuPopup,
  onMenu,
}: ChatRowProps) {
  const t = useTranslations("Messenger");
  const { title } = chat;
  const isJustRead = useSyncExternalStore(
    onReadOnArrival,
    () => isReadOnArrival(chat.id),
    () => false,
  );
  const unread = isJustRead ? 0 : chat.unread;
  const unsent = useUnsent(chat.id);
  const loadAhead = useLoadingAhead(chat);
  const openMenu = (row: HTMLElement, at?: { x: number; y: number }) => {
    const { left, bottom } = row.getBoundingClientRect();
    const opener = row.closest("li")?.querySelector("a") ?? row;
    onMenu({ chat, opener, x: at?.x ?? left + 72, y: at?.y ?? bottom - 12 });
  };
  const longPress = useLongPress<HTMLAnchorElement>((row) => openMenu(row));
  const onContextMenu = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { clientX: x, clientY: y, currentTarget } = event;
    openMenu(currentTarget, x > 0 || y > 0 ? { x, y } : undefined);
  };
  return (
    <li className={classes.item}>
      <MessengerLink
        route={routes.chat(chat.kind, chat.id)}
        className={classes.row}
        aria-current={open ? "page" : undefined}
        draggable={false}
        onContextMenu={onContextMenu}
        {...loadAhead}
        {...longPress}
      >
        <PersonAvatar person={picturedChat(chat)} size={48} />
        <Head chat={chat} memberId={memberId} unsent={unsent} />
        <ChatRowLine chat={chat} memberId={memberId} open={open} unsent={unsent} />
        <span className={classes.badges}>
          {!isJustRead && isMentioned(chat, memberId) && (
            <span className={classes.mention} role="img" aria-label={t("rowMentioned")}>
              @
            </span>
          )}
          <CountBadge count={unread} label={t("unread", { count: unread })} muted={chat.muted} />
          {chat.pinned && unread === 0 && (
            <IconPin size={16} stroke={1.7} role="img" aria-label={t("rowPinned")} />
          )}
        </span>
      </MessengerLink>
      <button
        type="button"
        className={classes.menu}
        aria-label={t("rowMenu", { title })}
        aria-haspopup={menuPopup}
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect();
          openMenu(currentTarget, { x: right - menuWidthPx, y: bottom });
        }}
      >
        <IconDotsVertical size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
});

interface HeadProps {
  chat: Chat;
  memberId: number;
  unsent: Outgoing | undefined;
}

function Head({ chat, memberId, unsent }: HeadProps) {
  const t = useTranslations("Messenger");
  const momentOf = useShortMoment();
  const { title, muted } = chat;
  const at = unsent?.createdAt ?? chat.last_message?.created_at;
  return (
    <>
      <span className={classes.head}>
        <span className={classes.title}>{title}</span>
        {muted && <IconBellOff size={15} stroke={1.7} role="img" aria-label={t("rowMuted")} />}
      </span>
      {at && (
        <span className={classes.moment}>
          {unsent ? (
            <UnsentMark state={shownState(unsent)} />
          ) : (
            <ChatRowMark chat={chat} memberId={memberId} />
          )}
          <time className={classes.time} dateTime={at}>
            {momentOf(at)}
          </time>
        </span>
      )}
    </>
  );
}

/** Whether the last message mentions the member and is unread; earlier messages are not loaded here. */
function isMentioned({ last_message: last, last_read_seq }: Chat, memberId: number): boolean {
  return (
    last !== null && last.seq > last_read_seq && last.mentions.some(({ id }) => id === memberId)
  );
}

/** The receipt of the member's own last message: sent, delivered, read, by the icons of message-meta.tsx. */
function ChatRowMark({ chat, memberId }: { chat: Chat; memberId: number }) {
  const t = useTranslations("Messenger");
  const { last_message: last, peers_read_seq, peers_delivered_seq } = chat;
  if (last?.author.id !== memberId || last.deleted_at !== null) return null;
  const isRead = peers_read_seq >= last.seq;
  const isDelivered = isRead || peers_delivered_seq >= last.seq;
  const Icon = isRead ? IconChecks : isDelivered ? IconCircleCheckFilled : IconCheck;
  const label = isRead ? t("rowRead") : isDelivered ? t("rowDelivered") : t("rowSent");
  return (
    <Icon
      size={16}
      stroke={1.8}
      role="img"
      aria-label={label}
      className={classes.mark}
      data-read={isRead}
    />
  );
}

/** Shows that a message of the member waits to be sent, or failed. */
function UnsentMark({ state }: Pick<Outgoing, "state">) {
  const t = useTranslations("Messenger");
  const Icon = state === "failed" ? IconAlertCircle : IconClock;
  return (
    <Icon
      size={16}
      stroke={1.8}
      role="img"
      aria-label={t(state === "failed" ? "notSent" : "sending")}
      className={classes.mark}
      data-state={state}
    />
  );
}
