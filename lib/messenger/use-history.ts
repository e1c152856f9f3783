"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { catchUp } from "#lib/messenger/catch-up.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { lastSeqOf, messagesOf, trimHistory } from "#lib/messenger/history-pages.ts";
import { useReturn } from "#lib/messenger/live-events.ts";
import { messagesQuery } from "#lib/messenger/queries.ts";
import type { Chat } from "#lib/messenger/schema.ts";

/** Messages that stay in memory when the chat is left: it opens at its end again, at once. */
const keptWhenLeft = 100;

/** Pages that are read at once to reach the first unread message; beyond, the chat opens at its end. */
const openingPagesMax = 10;

/** The loaded messages of a chat, kept level with `chat.last_seq`, and the way to older ones. */
export function useHistory(address: ChatAddress, chat: Chat | undefined) {
  const query = useInfiniteQuery(messagesQuery(address.kind, address.chatId));
  const messages = useMemo(() => (query.data ? messagesOf(query.data) : []), [query.data]);
  useTrimWhenLeft(address);
  useCatchingUp(address, query.data && lastSeqOf(query.data), chat?.last_seq);

  const [opened, setOpened] = useState(false);
  const unreadAbove =
    chat !== undefined && chat.unread > 0 && (messages[0]?.seq ?? 0) > chat.last_read_seq + 1;
  const reaching =
    unreadAbove &&
    query.hasNextPage &&
    !query.isFetchNextPageError &&
    (query.data?.pages.length ?? 0) < openingPagesMax;
  const { data, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (!opened && reaching && !isFetching) void fetchNextPage();
  }, [opened, reaching, isFetching, fetchNextPage]);
  if (!opened && data && chat && !reaching) setOpened(true);

  return { query, messages, opened };
}

function useTrimWhenLeft({ kind, chatId }: ChatAddress): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = messagesQuery(kind, chatId);
    return () => {
      client.setQueryData(queryKey, (pages) => pages && trimHistory(pages, keptWhenLeft));
    };
  }, [client, kind, chatId]);
}

function useCatchingUp(
  { kind, chatId }: ChatAddress,
  loadedTo: number | undefined,
  lastSeq: number | undefined,
): void {
  const client = useQueryClient();
  const behind = loadedTo !== undefined && lastSeq !== undefined && loadedTo < lastSeq;
  useEffect(() => {
    if (behind) void catchUp(client, kind, chatId);
  }, [client, behind, lastSeq, kind, chatId]);
  useReturn(() => void catchUp(client, kind, chatId));
}
