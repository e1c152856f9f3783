"use client";

import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { ArrivalAnnouncer } from "#components/messenger/arrival-announcer.tsx";
import { useDayLabel } from "#components/messenger/day-label.ts";
import { JumpToEnd } from "#components/messenger/jump-to-end.tsx";
import { MessageBubble } from "#components/messenger/message-bubble.tsx";
import classes from "#components/messenger/message-history.module.css";
import { type OlderMessages, OlderLoader } from "#components/messenger/older-loader.tsx";
import { useReading } from "#components/messenger/reading.ts";
import { ScrollKeeper } from "#components/messenger/scroll-keeper.ts";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Outgoing } from "#lib/messenger/outbox.ts";
import type { Chat, Message } from "#lib/messenger/schema.ts";
import { buildTimeline, findFirstUnread, type TimelineItem } from "#lib/messenger/timeline.ts";

interface MessageHistoryProps {
  chat: Chat;
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  older: OlderMessages;
}

/** What was written in a chat: opens at the first unread message, else at the end, and keeps one's place. */
export function MessageHistory({ chat, messages, outgoing, older }: MessageHistoryProps) {
  const t = useTranslations("Messenger");
  const items = useItems({ chat, messages, outgoing, older });
  const [keeper] = useState(() => new ScrollKeeper());
  const { attach, remember, jumpToEnd, subscribe, isAtEnd } = keeper;
  const atEnd = useSyncExternalStore(subscribe, isAtEnd, isAtEnd);
  const followed = outgoing.at(-1)?.clientId ?? null;
  useLayoutEffect(() => keeper.settle(followed), [keeper, items, followed]);
  const end = useRef<HTMLDivElement>(null);
  useReading({ chat, messages, end });
  return (
    <div className={classes.root}>
      <section
        ref={attach}
        className={classes.viewport}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t("history")}
        onScroll={remember}
      >
        <div className={classes.content}>
          <OlderLoader older={older} />
          {items.length === 0 && (
            <div className={classes.empty}>
              <EmptyState
                icon={<IconMessageCircle size={28} stroke={1.5} />}
                title={t("emptyConversation")}
              />
            </div>
          )}
          <ol className={classes.list}>
            {items.map((item) => (
              <Item key={item.key} item={item} chat={chat} />
            ))}
          </ol>
          <div ref={end} className={classes.end} />
        </div>
      </section>
      {!atEnd && <JumpToEnd unread={chat.unread} onJump={jumpToEnd} />}
      <ArrivalAnnouncer messages={messages} />
    </div>
  );
}

function useItems({ chat, messages, outgoing, older }: MessageHistoryProps) {
  const memberId = useMember().id;
  const [opening] = useState(() => ({
    readSeq: chat.last_read_seq,
    lastSeq: chat.last_seq,
    memberId,
  }));
  const reachesRead = !older.more || (messages[0]?.seq ?? 0) <= opening.readSeq + 1;
  return useMemo(() => {
    const firstUnreadSeq = reachesRead ? findFirstUnread(messages, opening) : null;
    return buildTimeline({ messages, outgoing, memberId, firstUnreadSeq });
  }, [messages, outgoing, memberId, opening, reachesRead]);
}

function Item({ item, chat }: { item: TimelineItem; chat: Chat }) {
  if (item.kind === "day") return <DayItem at={item.at} />;
  if (item.kind === "unread") return <UnreadLine />;
  return <MessageBubble bubble={item} chatId={chat.id} showsAuthor={chat.kind === "group"} />;
}

function DayItem({ at }: { at: string }) {
  const dayLabelOf = useDayLabel();
  return (
    <li className={classes.day}>
      <span>{dayLabelOf(at)}</span>
    </li>
  );
}

function UnreadLine() {
  const t = useTranslations("Messenger");
  return (
    <li className={classes.unread} data-unread-line>
      <span>{t("newMessages")}</span>
    </li>
  );
}
