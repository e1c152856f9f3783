import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { type ChatPages, chatsOf, keepAhead, newerChat } from "#lib/messenger/cache/chat-list.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import {
  changes,
  type Chat,
  chatAnswer,
  type ChatKind,
  chatList,
  history,
  historyPageMax,
  newMessagesCount,
} from "#lib/messenger/contract/schema.ts";

/** Every list of chats, whatever it was searched for. */
export const chatListsKey = ["messenger", "chat list"] as const;
/** Every chat that is held on its own. */
export const chatsKey = ["messenger", "chat"] as const;
/** The beginning of a chat's keys: events tell its id alone. */
export const chatKey = (chatId: number) => [...chatsKey, chatId] as const;
export const messagesKey = (chatId: number) => ["messenger", "messages", chatId] as const;

/** When what this browser has kept is said to be from: the server is asked at once, and what it says holds. */
export const keptAt = 1;

/** Whether what is known of what is being asked for may be ahead of the answer. */
function isNews(client: QueryClient, queryKey: QueryKey): boolean {
  return (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > keptAt;
}

/** Chats newest message first; `search` narrows them by title, "" shows all. */
export const chatsQuery = (search = "") =>
  infiniteQueryOptions({
    queryKey: [...chatListsKey, search],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      const query = new URLSearchParams();
      if (search) query.set("q", search);
      if (pageParam) query.set("cursor", pageParam);
      const askedAt = Date.now();
      const answer = await api.get(`/messenger/chats/all?${query}`, chatList, { signal });
      const page = { ...answer, data: answer.data.map((chat) => peerAsOf(askedAt, chat)) };
      const known = client.getQueryData<ChatPages>(queryKey);
      return known && isNews(client, queryKey)
        ? { ...page, data: keepAhead(page.data, chatsOf(known)) }
        : page;
    },
    getNextPageParam: (page) => page.meta.next,
  });

/** One chat, kept level by the same events as the list. */
export const chatQuery = (kind: ChatKind, chatId: number) =>
  queryOptions({
    queryKey: [...chatKey(chatId), kind],
    queryFn: async ({ signal, client, queryKey }) => {
      const data = await fetchChat(kind, chatId, signal);
      const known = client.getQueryData<Chat>(queryKey);
      return known && isNews(client, queryKey) ? newerChat(known, data) : data;
    },
  });

/** As the server has it, whatever is known of it here. */
export async function fetchChat(
  kind: ChatKind,
  chatId: number,
  signal?: AbortSignal,
): Promise<Chat> {
  const askedAt = Date.now();
  const answer = await api.get(`/messenger/chats/${kind}/${chatId}`, chatAnswer, { signal });
  return peerAsOf(askedAt, answer.data);
}

/** What is shown of a member reads from `askedAt` (ms) whether the answer is newer than an event (lib/members/live-presence.ts). */
function peerAsOf(askedAt: number, chat: Chat): Chat {
  const peer = chat.peer && { ...chat.peer, askedAt };
  return { ...chat, peer };
}

/** What the loaded list says of a chat. */
export function listedChat(client: QueryClient, kind: ChatKind, chatId: number): Chat | undefined {
  const pages = client.getQueryData(chatsQuery().queryKey);
  return pages && chatsOf(pages).find((chat) => chat.id === chatId && chat.kind === kind);
}

/**
 * The loaded part of a chat's history. It is loaded by `lib/messenger/history/load-history.ts` and never goes stale: events and
 * catching up keep it level with the chat.
 */
export const messagesQuery = (kind: ChatKind, chatId: number) =>
  queryOptions<HistoryWindow>({
    queryKey: [...messagesKey(chatId), kind],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** At most one bound (seq); none: the newest messages. */
export type HistoryRange = Partial<Record<"before" | "after" | "around" | "limit", number>>;

/** A page of a chat's history. It goes into the window, and is not kept beside it. */
export const messagesPageQuery = (kind: ChatKind, chatId: number, range: HistoryRange) =>
  queryOptions({
    queryKey: ["messenger", "messages page", chatId, kind, range],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(
        Object.entries(range).map(([name, value]) => [name, String(value)]),
      );
      const path = `/messenger/${kind}/getMessages/${chatId}?${query}`;
      return api.get(path, history, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

/** What was changed in the messages of a chat after one of its changes, oldest first. */
export const changesQuery = (kind: ChatKind, chatId: number, after: number) =>
  queryOptions({
    queryKey: ["messenger", "changes", chatId, kind, after],
    queryFn: ({ signal }) => {
      const path = `/messenger/${kind}/getChanges/${chatId}?after=${after}&limit=${historyPageMax}`;
      return api.get(path, changes, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Unread messages of all chats (specification §7). */
export const unreadCountQuery = () =>
  queryOptions({
    queryKey: ["messenger", "unread count"],
    queryFn: async ({ signal }) => {
      const answer = await api.get("/messenger/new/messages", newMessagesCount, { signal });
      return answer.new_messages_count;
    },
  });
