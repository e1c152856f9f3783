"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { chatQuery, chatsQuery, listedChat } from "#lib/messenger/cache/queries.ts";

/** One chat: at once what the list knows of it, then what the server says. */
export function useChat({ kind, chatId }: ChatAddress) {
  const client = useQueryClient();
  return useQuery({
    ...chatQuery(kind, chatId),
    initialData: () => listedChat(client, kind, chatId),
    initialDataUpdatedAt: () => client.getQueryState(chatsQuery().queryKey)?.dataUpdatedAt,
  });
}
