import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#lib/api/api-client.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { useSocketConnected } from "#lib/api/socket.ts";
import {
  type ChatPages,
  chatsOf,
  withChatsAhead,
  mergedChat,
} from "#lib/messenger/cache/chat-list.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import {
  changes,
  type Chat,
  chatAnswer,
  type ChatKind,
  type ChatList,
  chatList,
  history,
  historyPageMax,
  newMessagesCount,
} from "#lib/messenger/contract/schema.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { beforeReads } from "#lib/messenger/receipts/unsent-reads.ts";

/** The prefix of every list of chats, searched or not. */
export const chatListsKey = ["messenger", "chat list"] as const;
/** The prefix of every chat that is cached on its own. */
export const chatsKey = ["messenger", "chat"] as const;
/** The prefix of a chat's keys, which omits the kind because events carry the chat's id alone. */
export const chatKey = (chatId: number) => [...chatsKey, chatId] as const;
export const messagesKey = (chatId: number) => ["messenger", "messages", chatId] as const;

/** The time given to data from the browser's cache, so that it is stale at once and the server's answer replaces it. */
export const cachedAt = 1;

/**
 * Whether the cached data may be newer than the answer being fetched, because it came from the server and its events.
 */
function mayBeAhead(client: QueryClient, queryKey: QueryKey): boolean {
  return (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > cachedAt;
}

/** Chats newest message first; `search` narrows them by title, "" shows all. */
export const chatsQuery = (search = "") =>
  infiniteQueryOptions({
    queryKey: [...chatListsKey, search],
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      const before = client.getQueryData<ChatPages>(queryKey);
      const chatsBefore = before && chatsOf(before).map((chat) => beforeReads(client, chat));
      const page = await fetchChats({ q: search, cursor: pageParam }, signal);
      const known = client.getQueryData<ChatPages>(queryKey);
      return known && mayBeAhead(client, queryKey)
        ? { ...page, data: withChatsAhead(page.data, chatsOf(known), chatsBefore) }
        : page;
    },
    ...byCursor,
  });

/** A page of the list as the server has it, ignoring the cache; without a cursor the first. */
export async function fetchChats(
  query: { q?: string; cursor?: string | null },
  signal?: AbortSignal,
): Promise<ChatList> {
  const requestedAt = Date.now();
  const answer = await api.get("/messenger/chats/all", chatList, { query, signal });
  return { ...answer, data: answer.data.map((chat) => peerAsOf(requestedAt, chat)) };
}

/** One chat, which the same events change as the list. */
export const chatQuery = (kind: ChatKind, chatId: number) =>
  queryOptions({
    queryKey: [...chatKey(chatId), kind],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<Chat>(queryKey);
      const chatBefore = before && beforeReads(client, before);
      const data = await fetchChat(kind, chatId, signal);
      const known = client.getQueryData<Chat>(queryKey);
      return known && mayBeAhead(client, queryKey) ? mergedChat(known, data, chatBefore) : data;
    },
  });

/** The chat as the server has it, ignoring the cache. */
export async function fetchChat(
  kind: ChatKind,
  chatId: number,
  signal?: AbortSignal,
): Promise<Chat> {
  const requestedAt = Date.now();
  const answer = await api.get(`/messenger/chats/${kind}/${chatId}`, chatAnswer, { signal });
  return peerAsOf(requestedAt, answer.data);
}

/**
 * Marks the member's presence with `requestedAt` (ms), so that it can be compared with events
 * (lib/members/live-presence.ts).
 */
function peerAsOf(requestedAt: number, chat: Chat): Chat {
  const peer = chat.peer && { ...chat.peer, requestedAt };
  return { ...chat, peer };
}

export function listedChat(client: QueryClient, kind: ChatKind, chatId: number): Chat | undefined {
  const pages = client.getQueryData(chatsQuery().queryKey);
  return pages && chatsOf(pages).find((chat) => chat.id === chatId && chat.kind === kind);
}

/**
 * The loaded part of a chat's history. It is loaded by `lib/messenger/history/load-history.ts` and never goes stale:
 * events and catching up add to it.
 */
export const messagesQuery = (kind: ChatKind, chatId: number) =>
  queryOptions<HistoryWindow>({
    queryKey: [...messagesKey(chatId), kind],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/**
 * A page that is not answered by then is asked for again: one request at a time brings a conversation up to date, so one
 * that hangs would hold up all that follows.
 */
const pageTimeoutMs = 20_000;

/** At most one bound (seq); none: the newest messages. */
type HistoryRange = Partial<Record<"before" | "after" | "around" | "limit", number>>;

/** A page of a chat's history. It is added to the window, and not cached beside it. */
export const messagesPageQuery = (kind: ChatKind, chatId: number, range: HistoryRange) =>
  queryOptions({
    queryKey: ["messenger", "messages page", chatId, kind, range],
    queryFn: ({ signal }) =>
      api.get(`/messenger/${kind}/getMessages/${chatId}`, history, {
        query: range,
        signal,
        timeoutMs: pageTimeoutMs,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** Messages of a chat that were changed after one of its changes, oldest first. */
export const changesQuery = (kind: ChatKind, chatId: number, after: number) =>
  queryOptions({
    queryKey: ["messenger", "changes", chatId, kind, after],
    queryFn: ({ signal }) =>
      api.get(`/messenger/${kind}/getChanges/${chatId}`, changes, {
        query: { after, limit: historyPageMax },
        signal,
        timeoutMs: pageTimeoutMs,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** Unread messages of all chats (S-REALTIME). */
export const unreadCountQuery = () =>
  queryOptions({
    queryKey: ["messenger", "unread count"],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryState<number>(queryKey)?.dataUpdateCount;
      const answer = await api.get("/messenger/new/messages", newMessagesCount, { signal });
      // The answer may have been written before an event that has come meanwhile.
      const now = client.getQueryState<number>(queryKey);
      return now?.data !== undefined && now.dataUpdateCount !== before
        ? now.data
        : answer.new_messages_count;
    },
  });

/**
 * One chat: at once as this browser has it, then as the server answers. `isCached`: it is from a former visit, or events
 * may have been missed since it was fetched, and the server has not answered yet.
 */
export function useChat({ kind, chatId }: ChatAddress) {
  const client = useQueryClient();
  const connected = useSocketConnected();
  const [isCurrent] = useState(() => connected && hasCurrentChat(client, kind, chatId));
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...chatQuery(kind, chatId),
    ...(!isCurrent && { staleTime: 0 }),
    initialData: () => listedChat(client, kind, chatId),
    initialDataUpdatedAt: () => client.getQueryState(chatsQuery().queryKey)?.dataUpdatedAt,
  });
  const isUnanswered = isFetching || error !== null;
  const isCached = dataUpdatedAt <= cachedAt || (!isCurrent && isUnanswered);
  return { data, isCached, error, isFetching, refetch };
}

/** Whether events have changed the chat ever since it was fetched: after a return all is fetched again. */
function hasCurrentChat(client: QueryClient, kind: ChatKind, chatId: number): boolean {
  const states = [chatsQuery(), chatQuery(kind, chatId)]
    .map(({ queryKey }) => client.getQueryState(queryKey))
    .filter((state) => state !== undefined);
  return states.every(
    ({ status, fetchStatus, isInvalidated }) =>
      status === "success" && fetchStatus === "idle" && !isInvalidated,
  );
}
