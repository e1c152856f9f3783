import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import { type ChatPages, chatsOf, keepAhead, newerChat } from "#lib/messenger/chat-list.ts";
import { type HistoryPageParam, olderPageParam } from "#lib/messenger/history-pages.ts";
import {
  type Chat,
  chatAnswer,
  type ChatKind,
  chatList,
  history,
  historyPageMax,
  newMessagesCount,
} from "#lib/messenger/schema.ts";

/** Every list of chats, whatever it was searched for. */
export const chatListsKey = ["messenger", "chat list"] as const;
/** Every chat that is held on its own. */
export const chatsKey = ["messenger", "chat"] as const;
/** The beginning of a chat's keys: events tell its id alone. */
export const chatKey = (chatId: number) => [...chatsKey, chatId] as const;
export const messagesKey = (chatId: number) => ["messenger", "messages", chatId] as const;

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
      return known ? { ...page, data: keepAhead(page.data, chatsOf(known)) } : page;
    },
    getNextPageParam: (page) => page.meta.next,
  });

/** One chat, kept level by the same events as the list. */
export const chatQuery = (kind: ChatKind, chatId: number) =>
  queryOptions({
    queryKey: [...chatKey(chatId), kind],
    queryFn: async ({ signal, client, queryKey }) => {
      const askedAt = Date.now();
      const answer = await api.get(`/messenger/chats/${kind}/${chatId}`, chatAnswer, { signal });
      const data = peerAsOf(askedAt, answer.data);
      const known = client.getQueryData<Chat>(queryKey);
      return known ? newerChat(known, data) : data;
    },
  });

/** What is shown of a member reads from `askedAt` (ms) whether the answer is newer than an event (lib/live-presence.ts). */
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
 * The history of a chat, growing upwards by `before`. It never goes stale: socket events and
 * `getMessages?after=` (`catchUp`) keep its newest page level with the chat.
 */
export const messagesQuery = (kind: ChatKind, chatId: number) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey(chatId), kind],
    initialPageParam: null as HistoryPageParam,
    queryFn: ({ pageParam, signal }) =>
      getMessages(kind, chatId, pageParam === null ? {} : { before: pageParam }, signal),
    getNextPageParam: olderPageParam,
    staleTime: Infinity,
  });

/** The messages that follow one, as many as a page takes. Asked for to catch up, never kept. */
export const messagesAfterQuery = (kind: ChatKind, chatId: number, after: number) =>
  queryOptions({
    queryKey: ["messenger", "messages after", chatId, kind, after],
    queryFn: ({ signal }) => getMessages(kind, chatId, { after, limit: historyPageMax }, signal),
    staleTime: 0,
    gcTime: 0,
  });

function getMessages(
  kind: ChatKind,
  chatId: number,
  range: { before?: number; after?: number; limit?: number },
  signal: AbortSignal,
) {
  const query = new URLSearchParams(
    Object.entries(range).map(([name, value]) => [name, String(value)]),
  );
  return api.get(`/messenger/${kind}/getMessages/${chatId}?${query}`, history, { signal });
}

/** Unread messages of all chats (specification §7). */
export const unreadCountQuery = () =>
  queryOptions({
    queryKey: ["messenger", "unread count"],
    queryFn: async ({ signal }) => {
      const answer = await api.get("/messenger/new/messages", newMessagesCount, { signal });
      return answer.new_messages_count;
    },
  });
