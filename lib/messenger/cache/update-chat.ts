import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { changeChat, type ChatPages, chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { chatKey, chatListsKey } from "#lib/messenger/cache/queries.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

/** Changes a chat wherever it is cached: on its own, in the list, in searches. */
export function updateChat(
  client: QueryClient,
  chatId: number,
  change: (chat: Chat) => Chat,
): void {
  refetchOnceMore(client, chatKey(chatId));
  refetchOnceMore(client, chatListsKey);
  client.setQueriesData<Chat>({ queryKey: chatKey(chatId) }, (chat) => chat && change(chat));
  client.setQueriesData<ChatPages>(
    { queryKey: chatListsKey },
    (pages) => pages && changeChat(pages, chatId, change),
  );
}

/** As `updateChat`; if `change` cannot compute the new state, the chat is fetched. */
export function updateChatOrAsk(
  client: QueryClient,
  chatId: number,
  change: (chat: Chat) => Chat | null,
): void {
  const unclear = new Set<Chat>();
  updateChat(client, chatId, (chat) => {
    const changed = change(chat);
    if (!changed) unclear.add(chat);
    return changed ?? chat;
  });
  if (unclear.size > 0) askForChat(client, chatId);
}

export function askForChat(client: QueryClient, chatId: number): void {
  void client.invalidateQueries({ queryKey: chatListsKey });
  void client.invalidateQueries({ queryKey: chatKey(chatId) });
}

/** Queries whose first answer is on its way, which are refetched after it. */
const toRefetch = new WeakSet<Query>();

/**
 * Refetches a query after its first answer. Until that answer the cache has nothing that an event could change, and the
 * server may have written the answer before the event.
 */
export function refetchOnceMore(client: QueryClient, queryKey: QueryKey): void {
  const loading = client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  for (const query of loading) {
    if (query.state.data !== undefined || toRefetch.has(query)) continue;
    toRefetch.add(query);
    const refetch = () => {
      toRefetch.delete(query);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.fetch().then(refetch, () => toRefetch.delete(query));
  }
}

/** The newest messages that arrived while lists of several pages were being fetched, by chat. */
const arrivedMeanwhile = new WeakMap<Query, Map<number, number>>();

/**
 * Refetches a list again if its answer lacks a message that arrived during the request. The pages of a list are fetched
 * one after the other: a chat that moves from a later page to the first meanwhile is in none of them, nor is one that was
 * added from elsewhere, and a chat of the first page appears as it was before.
 */
export function refetchIfLost(
  client: QueryClient,
  { chat_id, seq }: Pick<Message, "chat_id" | "seq">,
): void {
  const fetching = client
    .getQueryCache()
    .findAll({ queryKey: chatListsKey, fetchStatus: "fetching" });
  for (const query of fetching) {
    const pagesNow = () => query.state.data as ChatPages | undefined; // what this key holds
    const pages = pagesNow();
    if (!pages || pages.pages.length < 2) continue;
    if (!chatsOf(pages).some(({ id }) => id === chat_id)) continue;
    const waiting = arrivedMeanwhile.get(query);
    if (waiting) {
      waiting.set(chat_id, Math.max(seq, waiting.get(chat_id) ?? 0));
      continue;
    }
    const arrived = new Map([[chat_id, seq]]);
    arrivedMeanwhile.set(query, arrived);
    const check = () => {
      arrivedMeanwhile.delete(query);
      const seqOf = new Map(chatsOf(pagesNow() ?? pages).map((chat) => [chat.id, chat.last_seq]));
      if ([...arrived].some(([id, newest]) => (seqOf.get(id) ?? 0) < newest))
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.fetch().then(check, () => arrivedMeanwhile.delete(query));
  }
}
