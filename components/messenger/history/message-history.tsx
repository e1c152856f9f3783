"use client";

import { useMergedRef } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconMessageCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  ArrivalAnnouncer,
  GoalAnnouncer,
  RefusalAnnouncer,
} from "#components/messenger/history/arrival-announcer.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useDayLabel } from "#components/messenger/history/use-day-label.ts";
import { EdgeLoader } from "#components/messenger/history/edge-loader.tsx";
import classes from "#components/messenger/history/message-history.module.css";
import { useReading } from "#components/messenger/history/use-reading.ts";
import { ScrollAnchor } from "#components/messenger/history/scroll-anchor.ts";
import { MessageBubble } from "#components/messenger/message/message-bubble.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import {
  buildTimeline,
  seqOf,
  type TimelineItem,
} from "#lib/messenger/history/conversation-timeline.ts";
import { findFirstUnread, seqOfFirstUnread } from "#lib/messenger/history/first-unread.ts";
import { hidesEarlier, type HistoryWindow } from "#lib/messenger/history/history-window.ts";
import type { Goal, useHistory } from "#lib/messenger/history/use-history.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import type { Outgoing } from "#lib/messenger/outbox/outgoing.ts";
import { postFollowed, setFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import { isTabFocused, onTabFocusChange } from "#lib/messenger/receipts/tab-focus.ts";
import { afterReading } from "#lib/messenger/receipts/read-messages.ts";

interface MessageHistoryProps {
  chat: Chat;
  window: HistoryWindow;
  outgoing: readonly Outgoing[];
  history: Pick<ReturnType<typeof useHistory>, "visit" | "reached" | "older" | "newer" | "toEnd">;
}

/** The history of a chat: opens at the member's target, and keeps what they read in place. */
export function MessageHistory({ chat, window, outgoing, history }: MessageHistoryProps) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const { visit, reached, older, newer } = history;
  const [scroll] = useState(() => new ScrollAnchor());
  const items = useItems({ chat, window, outgoing, history });
  // A chat opened at a message does not scroll along while missing messages load.
  const isBehind =
    reached !== null && reached.at !== "end" && window.to < (visit?.lastSeq ?? Infinity);
  const slice = useSlice(scroll, items, { reachesEnd: !newer.more && !isBehind, reached });
  const toEnd = () => (newer.more ? history.toEnd() : scroll.toEnd());
  useFollowing({ scroll, toEnd, chatId: chat.id, sent: useOutbox().lastAdded(chat.id) });
  const firstUnreadSeq = seqOfFirstUnread(chat, { window, memberId });
  const skipsUnread = useReading({ chat, memberId, firstUnreadSeq, scroll, reached, visit });
  const highlighted = useHighlighted(reached);
  const { attach, follow, subscribe, isAtEnd, inView } = scroll;
  const box = useMergedRef(attach, useConversation().history);
  const atEnd = useSyncExternalStore(subscribe, isAtEnd, isAtEnd);
  // Measured only while something is unread, so that scrolling a read chat renders nothing.
  const newestInView = () => (chat.unread > 0 ? (inView()?.last ?? 0) : 0);
  const seenSeq = useSyncExternalStore(subscribe, newestInView, newestInView);
  const unreadBelow = afterReading(chat, seenSeq, { window, memberId }).unread;
  return (
    <div className={classes.root}>
      <section
        ref={box}
        className={classes.viewport}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={t("history")}
        onScroll={follow}
      >
        <div className={classes.content}>
          <EdgeLoader edge={older} />
          {items.length === 0 && (
            <div className={classes.empty}>
              <EmptyState
                Icon={IconMessageCircle}
                title={t(hidesEarlier(window) ? "emptySinceJoined" : "emptyConversation")}
              />
            </div>
          )}
          <ol
            className={classes.list}
            style={{ paddingTop: slice.abovePx + topPx, paddingBottom: slice.belowPx }}
          >
            {items.slice(slice.start, slice.end).map((item) => (
              <HistoryItem key={item.key} item={item} chat={chat} highlighted={highlighted} />
            ))}
          </ol>
          <EdgeLoader edge={newer} />
          <div className={classes.end} />
        </div>
      </section>
      {!atEnd && <JumpToEnd unread={unreadBelow} onJump={toEnd} />}
      {atEnd && skipsUnread && chat.unread > 0 && (
        <JumpToUnread seq={firstUnreadSeq} unread={chat.unread} />
      )}
      <ArrivalAnnouncer chat={chat} />
      <GoalAnnouncer reached={reached} window={window} />
      <RefusalAnnouncer outgoing={outgoing} />
    </div>
  );
}

/** Shown above the oldest message. */
const topPx = 12;

function useItems({ window, outgoing, history: { visit } }: MessageHistoryProps): TimelineItem[] {
  const memberId = useMember().id;
  const { messages, from, live } = window;
  return useMemo(() => {
    // A window that begins after the first unread message cannot show where the unread messages begin.
    const firstUnreadSeq =
      visit && from <= visit.readSeq + 1 ? findFirstUnread(messages, { ...visit, memberId }) : null;
    // Outgoing messages stand below the newest message.
    return buildTimeline({ messages, outgoing: live ? outgoing : [], memberId, firstUnreadSeq });
  }, [messages, from, live, outgoing, memberId, visit]);
}

interface Reach {
  reachesEnd: boolean;
  reached: Goal | null;
}

/** Returns the rendered slice of the items. Each new goal that is reached is scrolled into view once. */
function useSlice(scroll: ScrollAnchor, items: TimelineItem[], { reachesEnd, reached }: Reach) {
  const { subscribe } = scroll;
  const centre = useSyncExternalStore(subscribe, scroll.sliceCentre, scroll.sliceCentre);
  const slice = useMemo(() => scroll.sliceOf(items, centre), [scroll, items, centre]);
  const shown = useRef<Goal | null>(null);
  useLayoutEffect(() => {
    scroll.contentRendered({ items, slice, reachesEnd });
    if (reached && reached !== shown.current && showGoal(scroll, items, reached))
      shown.current = reached;
  }, [scroll, items, slice, reachesEnd, reached]);
  return slice;
}

/** The message to go to is placed this far below the top of the view, as a part of its height. */
const goalPart = 0.3;

function showGoal(scroll: ScrollAnchor, items: readonly TimelineItem[], goal: Goal): boolean {
  const key = keyOf(items, goal);
  if (key !== undefined) return scroll.show(key, goalPart);
  scroll.toEnd();
  return true;
}

function keyOf(items: readonly TimelineItem[], goal: Goal): string | undefined {
  if (goal.at === "end") return undefined;
  if (goal.at === "unread") return items.find(({ kind }) => kind === "unread")?.key;
  const stored = items.filter((item) => item.kind === "bubble" && item.message);
  return (stored.find((item) => seqOf(item) >= goal.seq) ?? stored.at(-1))?.key;
}

interface FollowingOptions {
  scroll: ScrollAnchor;
  toEnd: () => void;
  chatId: number;
  /** The client id of the message that was written last in this tab; null if none was. */
  sent: string | null;
}

/** Takes a member who sends a message to the end, and lets a member at the end follow arriving messages. */
function useFollowing({ scroll, toEnd, chatId, sent }: FollowingOptions): void {
  const followed = useRef(sent);
  useLayoutEffect(() => {
    if (sent !== null && sent !== followed.current) toEnd();
    followed.current = sent;
  });
  useEffect(() => {
    let isReadAtOnce: boolean | null = null;
    const update = () => {
      const atEnd = scroll.isAtEnd();
      setFollowed(chatId, atEnd);
      if (isReadAtOnce === (atEnd && isTabFocused())) return;
      isReadAtOnce = !isReadAtOnce;
      postFollowed(chatId, isReadAtOnce);
    };
    update();
    const stops = [scroll.subscribe(update), onTabFocusChange(update)];
    return () => {
      for (const stop of stops) stop();
      postFollowed(chatId, false);
    };
  }, [scroll, chatId]);
}

interface HistoryItemProps {
  item: TimelineItem;
  chat: Chat;
  /** Seq of the message to highlight; null if there is none. */
  highlighted: number | null;
}

/** One item of a conversation: a day, the line above unread messages, or a bubble. */
function HistoryItem({ item, chat, highlighted }: HistoryItemProps) {
  const isHighlighted =
    item.kind === "bubble" && item.message !== null && item.message.seq === highlighted;
  if (item.kind === "day") return <DayItem at={item.at} />;
  if (item.kind === "unread") return <UnreadLine />;
  return <MessageBubble bubble={item} chat={chat} highlighted={isHighlighted} />;
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

/** A button to the newest message, with the number of unread messages below the screen. */
function JumpToEnd({ unread, onJump }: { unread: number; onJump: () => void }) {
  const t = useTranslations("Messenger");
  const { history } = useConversation();
  const onClick = () => {
    onJump();
    history.current?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      className={classes.toEnd}
      aria-label={unread > 0 ? t("toEndCount", { count: unread }) : t("toEnd")}
      onClick={onClick}
    >
      <IconChevronDown size={22} stroke={1.8} aria-hidden="true" />
      <span className={classes.unreadCount} aria-hidden="true">
        <CountBadge count={unread} />
      </span>
    </button>
  );
}

/** At the end, a button to the first unread message, where the member has come past it by a link. */
function JumpToUnread({ seq, unread }: { seq: number; unread: number }) {
  const t = useTranslations("Messenger");
  const { goTo, history } = useConversation();
  const onClick = () => {
    goTo(seq);
    history.current?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      className={classes.toEnd}
      aria-label={t("toUnreadCount", { count: unread })}
      onClick={onClick}
    >
      <IconChevronUp size={22} stroke={1.8} aria-hidden="true" />
      <span className={classes.unreadCount} aria-hidden="true">
        <CountBadge count={unread} />
      </span>
    </button>
  );
}

/** How long a message is highlighted: long enough to find it, and short enough not to disturb reading. */
const highlightedMs = 2500;

/** The seq of the message that the member has just gone to; null if there is none. */
function useHighlighted(reached: Goal | null): number | null {
  const [faded, setFaded] = useState<Goal | null>(null);
  useEffect(() => {
    if (reached?.at !== "message") return;
    const timer = setTimeout(() => setFaded(reached), highlightedMs);
    return () => clearTimeout(timer);
  }, [reached]);
  return reached?.at === "message" && reached !== faded ? reached.seq : null;
}
