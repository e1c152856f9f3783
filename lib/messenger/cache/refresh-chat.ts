import type { Query, QueryClient } from "@tanstack/react-query";
import { isNotFound } from "#lib/api/api-failure.ts";
import { postToServiceWorker } from "#lib/browser/service-worker.ts";
import {
  type ChatPages,
  chatsOf,
  mergedChat,
  placeChat,
  removeChat,
} from "#lib/messenger/cache/chat-list.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { membersKey } from "#lib/messenger/cache/members-query.ts";
import {
  chatKey,
  chatListsKey,
  chatQuery,
  chatsKey,
  chatsQuery,
  fetchChat,
  listedChat,
  messagesKey,
} from "#lib/messenger/cache/queries.ts";
import { refetchOnceMore, updateChat } from "#lib/messenger/cache/update-chat.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { beforeReads } from "#lib/messenger/receipts/unsent-reads.ts";

/**
 * Refetches a chat and updates every list. A chat that the member is no longer in leaves the lists; where it is open,
 * its query fails with that. A chat that is in no list here is new: the lists are refetched.
 */
export async function refreshChat(client: QueryClient, chatId: number): Promise<void> {
  void client.invalidateQueries({ queryKey: membersKey(chatId) });
  const before = knownChats(client, chatId);
  const [first] = before;
  if (!first) return client.invalidateQueries({ queryKey: chatListsKey });
  const chatsBefore = new Map(before.map((chat) => [chat, beforeReads(client, chat)]));
  try {
    const fetched = await fetchChat(first.kind, chatId);
    updateChat(client, chatId, (known) =>
      mergedChat(known, fetched, chatsBefore.get(known) ?? chatsBefore.get(first)),
    );
    // A chat may be open and yet not in the list: the member was removed from a group and added again.
    if (!listedChat(client, fetched.kind, chatId))
      await client.invalidateQueries({ queryKey: chatListsKey });
  } catch (failure) {
    if (!isNotFound(failure)) return client.invalidateQueries({ queryKey: chatListsKey });
    dropChat(client, chatId);
    await client.invalidateQueries({ queryKey: chatKey(chatId) });
  }
}

/** A chat that was answered as missing is not requested again within this time. */
const goneForMs = 5000;

/** Refetches the lists and every chat that is cached. */
export function refreshChats(client: QueryClient): void {
  refetchOnceMore(client, chatListsKey);
  refetchOnceMore(client, chatsKey);
  void client.invalidateQueries({ queryKey: chatListsKey });
  // The first connection of the socket comes just after the first requests, so a chat that these found missing is not
  // requested again.
  const isJustGone = ({ state: { error, errorUpdatedAt } }: Query) =>
    isNotFound(error) && Date.now() - errorUpdatedAt < goneForMs;
  void client.invalidateQueries({
    queryKey: chatsKey,
    predicate: (query) => !isJustGone(query),
  });
}

/** The cached copies of a chat: on its own, in the list, in searches. One that has not changed stays the same object. */
function knownChats(client: QueryClient, chatId: number): Chat[] {
  const alone = client.getQueriesData<Chat>({ queryKey: chatKey(chatId) });
  const listed = client
    .getQueriesData<ChatPages>({ queryKey: chatListsKey })
    .flatMap(([, pages]) => (pages ? chatsOf(pages) : []));
  const copies = [...alone.map(([, chat]) => chat), ...listed];
  return copies.flatMap((chat) => (chat?.id === chatId ? [chat] : []));
}

/** Adds a chat that was just made, or existed already, at its place in the list. */
export function addChat(client: QueryClient, made: Chat): void {
  client.setQueryData(chatQuery(made.kind, made.id).queryKey, made);
  client.setQueryData(chatsQuery().queryKey, (pages) => pages && placeChat(pages, made));
}

/**
 * Removes a chat that the member is no longer in, with its history and the notification of it: where they join it again,
 * they see only what is written from then on.
 */
export function dropChat(client: QueryClient, chatId: number): void {
  client.removeQueries({ queryKey: messagesKey(chatId) });
  void historyCache.removeChat(chatId);
  postToServiceWorker({ type: "gone", chat_id: chatId });
  client.setQueriesData<ChatPages>(
    { queryKey: chatListsKey },
    (pages) => pages && removeChat(pages, chatId),
  );
}
