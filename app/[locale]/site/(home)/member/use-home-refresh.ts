"use client";

import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { friendshipChangeKey } from "#lib/friends/queries.ts";
import { useFriendshipChanged } from "#lib/friends/use-friendship-events.ts";
import { homeKey } from "#lib/home/queries.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

/** Several messages in a row cause one request. */
const restMs = 400;

/** Asks again whenever a request, a friendship or the number of unread messages has changed, here or elsewhere. */
export function useHomeRefresh(): void {
  const client = useQueryClient();
  const unread = useUnreadCount();
  const deciding = useIsMutating({ mutationKey: friendshipChangeKey }) > 0;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: homeKey }), restMs);
  });
  useFriendshipChanged((where) => {
    // A decision on this page asks again once it is carried out.
    if (where === "elsewhere") refresh();
  });
  const before = useRef({ unread, deciding });
  useEffect(() => {
    const { unread: wasUnread, deciding: wasDeciding } = before.current;
    before.current = { unread, deciding };
    if (unread !== wasUnread || (wasDeciding && !deciding)) refresh();
  }, [unread, deciding]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
