"use client";

import { matchMutation, onlineManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useResync, useSocketEvent } from "#lib/api/socket.ts";
import { classEventEvent } from "#lib/events/update-schema.ts";
import { friendshipChangeKey } from "#lib/friends/queries.ts";
import { useFriendshipChanged } from "#lib/friends/use-friendship-events.ts";
import { homeKey } from "#lib/home/queries.ts";
import { useToday } from "#lib/i18n/use-today.ts";
import { unreadCountQuery } from "#lib/messenger/cache/queries.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

/** Several messages in a row cause one request. */
const restMs = 400;

/**
 * Refetches the home page whenever a request, a friendship, an event of a class or the number of unread messages has
 * changed, here or elsewhere, when the next day begins, and after a resync or a lost network, when events may have been
 * missed (D-RESYNC). A hidden tab waits: it refetches anyway when it becomes visible, which is a visit (D-HOME).
 */
export function useHomeRefresh(): void {
  const client = useQueryClient();
  const unread = useUnreadCount();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (document.visibilityState === "visible")
        void client.invalidateQueries({ queryKey: homeKey });
    }, restMs);
  }, [client]);
  // A decision on this page refetches once it is stored.
  useFriendshipChanged((where) => {
    if (where === "elsewhere") refresh();
  });
  useSocketEvent("class_event", classEventEvent, refresh);
  useResync(refresh);
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && refresh()), [refresh]);
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        const { status } = mutation?.state ?? {};
        const isDecision =
          mutation && matchMutation({ mutationKey: friendshipChangeKey }, mutation);
        if (type === "updated" && isDecision && status !== "pending") refresh();
      }),
    [client, refresh],
  );
  const isKnown = client.getQueryData(unreadCountQuery().queryKey) !== undefined;
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!isKnown) return; // the first count came with the page
    if (shown.current !== undefined && unread !== shown.current) refresh();
    shown.current = unread;
  }, [unread, isKnown, refresh]);
  const today = useToday();
  const shownDay = useRef(today);
  useEffect(() => {
    if (today !== shownDay.current) refresh();
    shownDay.current = today;
  }, [today, refresh]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
