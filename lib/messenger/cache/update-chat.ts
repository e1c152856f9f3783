import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { changeChat, type ChatPages } from "#lib/messenger/cache/chat-list.ts";
import { chatKey, chatListsKey } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

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
