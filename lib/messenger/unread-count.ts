"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { unreadCountQuery } from "#lib/messenger/queries.ts";
import { allNewMessagesCountEvent } from "#lib/messenger/event-schema.ts";
import { isAnyReadOnArrival, readWithinMs } from "#lib/messenger/read-on-arrival.ts";
import { useSocketEvent } from "#lib/socket.ts";

/** Unread messages of all chats, kept level by the socket; 0 until it is known. */
export function useUnreadCount(): number {
  const auth = useAuth();
  const client = useQueryClient();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const { data } = useQuery({ ...unreadCountQuery(), enabled: verified });
  useSocketEvent("all_new_messages_count", allNewMessagesCountEvent, (event) => {
    receiveUnreadCount(client, event.all_new_messages_count);
  });
  return verified ? (data ?? 0) : 0;
}

/** More than is shown, told while messages are read as they arrive. */
let held: { count: number } | null = null;

/**
 * Shows a total that the server tells: a smaller one at once. A greater one may count what is being read at this moment;
 * then it is shown unless less is told soon.
 */
export function receiveUnreadCount(client: QueryClient, count: number): void {
  const { queryKey } = unreadCountQuery();
  if (count <= (client.getQueryData(queryKey) ?? 0) || !isAnyReadOnArrival()) {
    held = null;
    client.setQueryData(queryKey, count);
  } else if (held) {
    held.count = count;
  } else {
    const holding = { count };
    held = holding;
    setTimeout(() => {
      if (held !== holding) return;
      held = null;
      client.setQueryData(queryKey, holding.count);
    }, readWithinMs);
  }
}
