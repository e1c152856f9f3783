"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { unreadCountQuery } from "#lib/messenger/cache/queries.ts";
import { allNewMessagesCountEvent } from "#lib/messenger/contract/event-schema.ts";
import { allReadOnArrival } from "#lib/messenger/receipts/read-on-arrival.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** Unread messages of all chats, which events of the socket change; 0 until it is known. */
export const useUnreadCount = (): number => useKnownUnreadCount() ?? 0;

/** Whether the server has said that no chat has unread messages. */
export const useNothingUnread = (): boolean => useKnownUnreadCount() === 0;

function useKnownUnreadCount(): number | undefined {
  const auth = useAuth();
  const client = useQueryClient();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const { data } = useQuery({ ...unreadCountQuery(), enabled: verified });
  useSocketEvent("all_new_messages_count", allNewMessagesCountEvent, (event) => {
    receiveUnreadCount(client, event.all_new_messages_count);
  });
  return verified ? data : undefined;
}

/** A published total of which only a part is shown, because some of its messages are being read right now. */
let withheld: { count: number } | null = null;

/**
 * Shows a total that the server has published: a smaller one at once, and a greater one without the messages that are
 * being read at this moment. Each of those is added `readWithinMs` after it arrived (which may be long before its total
 * arrives), unless a newer total has come by then.
 */
export function receiveUnreadCount(client: QueryClient, count: number): void {
  const { queryKey } = unreadCountQuery();
  const arrived = allReadOnArrival();
  const show = (now: number) => {
    const shown = client.getQueryData(queryKey) ?? 0;
    const reading = arrived.filter(({ endsAt }) => endsAt > now);
    const next = count - reading.reduce((sum, chat) => sum + chat.count, 0);
    client.setQueryData(queryKey, count <= shown ? count : Math.max(shown, next));
  };
  show(Date.now());
  const total = client.getQueryData(queryKey) === count ? null : { count };
  withheld = total;
  if (!total) return;
  for (const { endsAt } of arrived)
    setTimeout(() => {
      if (withheld === total) show(endsAt);
    }, endsAt - Date.now());
}
