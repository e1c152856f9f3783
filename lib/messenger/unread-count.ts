"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { unreadCountQuery } from "#lib/messenger/queries.ts";
import { allNewMessagesCountEvent } from "#lib/messenger/event-schema.ts";
import { useSocketEvent } from "#lib/socket.ts";

/** Unread messages of all chats, kept level by the socket; 0 until it is known. */
export function useUnreadCount(): number {
  const auth = useAuth();
  const client = useQueryClient();
  const verified = auth.status === "authenticated" && auth.user.verified;
  const { data } = useQuery({ ...unreadCountQuery(), enabled: verified });
  useSocketEvent("all_new_messages_count", allNewMessagesCountEvent, (event) => {
    client.setQueryData(unreadCountQuery().queryKey, event.all_new_messages_count);
  });
  return verified ? (data ?? 0) : 0;
}
