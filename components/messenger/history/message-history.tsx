"use client";

import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { ArrivalAnnouncer } from "#components/messenger/history/arrival-announcer.tsx";
import { EdgeLoader } from "#components/messenger/history/edge-loader.tsx";
import { HistoryItem } from "#components/messenger/history-item.tsx";
import { JumpToEnd } from "#components/messenger/jump-to-end.tsx";
import classes from "#components/messenger/history/message-history.module.css";
import { useReading } from "#components/messenger/history/reading.ts";
import { ScrollKeeper } from "#components/messenger/history/scroll-keeper.ts";
import { useHighlighted } from "#components/messenger/use-highlighted.ts";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { setFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import type { Outgoing } from "#lib/messenger/outbox/outbox.ts";
import { isTabLookedAt, onLookChange } from "#lib/messenger/receipts/looked-at.ts";
import { tellFollowed } from "#lib/messenger/receipts/read-on-arrival.ts";
import { afterReading } from "#lib/messenger/receipts/read-messages.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import {
  buildTimeline,
  findFirstUnread,
  type TimelineItem,
} from "#lib/messenger/history/conversation-timeline.ts";
import type { Goal, useHistory } from "#lib/messenger/history/use-history.ts";

interface MessageHistoryProps {
  chat: Chat;
  window: HistoryWindow;
  outgoing: readonly Outgoing[];
  history: Pick<ReturnType<typeof useHistory>, "visit" | "reached" | "older" | "newer" | "toEnd">;
}

/** What was written in a chat: opens where one wants to be, and keeps one's place there. */
export function MessageHistory({ chat, window, outgoing, history }: MessageHistoryProps) {
  const t = useTranslations("Messenger");
  const memberId = useMember().id;
  const { reached, older, newer } = history;
  const [keeper] = useState(() => new ScrollKeeper());
  const items = useItems({ chat, window, outgoing, history });
  const slice = useSlice(keeper, items, { reachesEnd: !newer.more, reached });
  const toEnd = () => (newer.more ? history.toEnd() : keeper.toEnd());
  useFollowing({ keeper, toEnd, chatId: chat.id, sent: outgoing.at(-1)?.clientId ?? null });
  useReading({ chat, memberId, keeper, reached });
  const highlighted = useHighlighted(reached);
  const { attach, follow, subscribe, isAtEnd, inView } = keeper;
  const atEnd = useSyncExternalStore(subscribe, isAtEnd, isAtEnd);
  // Of a chat that is read nothing is asked, so that scrolling renders nothing.
  const newestInView = () => (chat.unread > 0 ? (inView()?.last ?? 0) : 0);
  const seenSeq = useSyncExternalStore(subscribe, newestInView, newestInView);
  const unreadBelow = afterReading(chat, seenSeq, { window, memberId }).unread;
  return (
    <div className={classes.root}>
      <section
        ref={attach}
        className={classes.viewport}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t("history")}
        onScroll={follow}
      >
        <div className={classes.content}>
          <EdgeLoader edge={older} />
          {items.length === 0 && (
            <div className={classes.empty}>
              <EmptyState
                icon={<IconMessageCircle size={28} stroke={1.5} />}
                title={t("emptyConversation")}
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
      <ArrivalAnnouncer chat={chat} />
    </div>
  );
}

/** Above the oldest message. */
const topPx = 12;

function useItems({ window, outgoing, history: { visit } }: MessageHistoryProps): TimelineItem[] {
  const memberId = useMember().id;
  const { messages, from, live } = window;
  return useMemo(() => {
    // A window that begins further down cannot tell where the unread ones begin.
    const firstUnreadSeq =
      visit && from <= visit.readSeq + 1 ? findFirstUnread(messages, { ...visit, memberId }) : null;
    // What is on its way stands below the newest message.
    return buildTimeline({ messages, outgoing: live ? outgoing : [], memberId, firstUnreadSeq });
  }, [messages, from, live, outgoing, memberId, visit]);
}

interface Standing {
  reachesEnd: boolean;
  reached: Goal | null;
}

/** What is rendered of the items. Each new goal that is reached is brought into view, once. */
function useSlice(keeper: ScrollKeeper, items: TimelineItem[], { reachesEnd, reached }: Standing) {
  const { subscribe } = keeper;
  const anchor = useSyncExternalStore(subscribe, keeper.anchor, keeper.anchor);
  const slice = useMemo(() => keeper.sliceOf(items, anchor), [keeper, items, anchor]);
  const shown = useRef<Goal | null>(null);
  useLayoutEffect(() => {
    keeper.settle({ items, slice, reachesEnd });
    if (reached && reached !== shown.current && showGoal(keeper, items, reached))
      shown.current = reached;
  }, [keeper, items, slice, reachesEnd, reached]);
  return slice;
}

/** How far below the top, in parts of the view, the message stands that one goes to. */
const goalPart = 0.3;

function showGoal(keeper: ScrollKeeper, items: readonly TimelineItem[], goal: Goal): boolean {
  const key = keyOf(items, goal);
  if (key !== undefined) return keeper.show(key, goalPart);
  keeper.toEnd();
  return true;
}

function keyOf(items: readonly TimelineItem[], goal: Goal): string | undefined {
  if (goal.at === "end") return undefined;
  if (goal.at === "unread") return items.find(({ kind }) => kind === "unread")?.key;
  const stored = items.filter((item) => item.kind === "bubble" && item.message);
  const seqOf = (item: TimelineItem) => (item.kind === "bubble" ? (item.message?.seq ?? 0) : 0);
  return (stored.find((item) => seqOf(item) >= goal.seq) ?? stored.at(-1))?.key;
}

interface FollowingOptions {
  keeper: ScrollKeeper;
  toEnd: () => void;
  chatId: number;
  /** What was written last; null: nothing. */
  sent: string | null;
}

/** Who writes goes to the end; who is there follows what arrives. */
function useFollowing({ keeper, toEnd, chatId, sent }: FollowingOptions): void {
  const followed = useRef(sent);
  useLayoutEffect(() => {
    if (sent !== null && sent !== followed.current) toEnd();
    followed.current = sent;
  });
  useEffect(() => {
    let isReadAtOnce: boolean | null = null;
    const tell = () => {
      const atEnd = keeper.isAtEnd();
      setFollowed(chatId, atEnd);
      if (isReadAtOnce === (atEnd && isTabLookedAt())) return;
      isReadAtOnce = !isReadAtOnce;
      tellFollowed(chatId, isReadAtOnce);
    };
    tell();
    const stops = [keeper.subscribe(tell), onLookChange(tell)];
    return () => {
      for (const stop of stops) stop();
      tellFollowed(chatId, false);
    };
  }, [keeper, chatId]);
}
