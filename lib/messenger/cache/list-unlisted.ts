import type { QueryClient } from "@tanstack/react-query";
import { type ChatPages, chatsOf, mergedChat, placeChat } from "#lib/messenger/cache/chat-list.ts";
import { chatListsKey, chatsQuery, fetchChats } from "#lib/messenger/cache/queries.ts";
import { refetchIfLost } from "#lib/messenger/cache/update-chat.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

const { queryKey: listKey } = chatsQuery();

/** While the first page is fetched: the chats that no loaded page has, each with the seq of its newest message. */
const unlisted = new WeakMap<QueryClient, Map<number, number>>();

/**
 * Adds the chat of a message to a list that has it on none of the loaded pages. Its message is the newest, so the chat is on
 * the first page, and of several pages only that one is fetched. Where pinned chats fill it, the whole list is fetched.
 */
export function listUnlisted(client: QueryClient, { chat_id, seq }: Message): void {
  const list = client.getQueryCache().find<ChatPages>({ queryKey: listKey, type: "active" });
  const pages = list?.state.data;
  if (!pages || pages.pages.length < 2) {
    void client.invalidateQueries({ queryKey: chatListsKey });
    return;
  }
  void client.invalidateQueries({
    queryKey: chatListsKey,
    predicate: ({ queryKey }) => queryKey.at(-1) !== listKey.at(-1), // the searched ones
  });
  const waiting = unlisted.get(client);
  if (waiting) {
    waiting.set(chat_id, seq);
    return;
  }
  const wanted = new Map([[chat_id, seq]]);
  unlisted.set(client, wanted);
  void listFromFirstPage(client, wanted)
    .catch(() => false)
    .then((areAllListed) => {
      unlisted.delete(client);
      if (!areAllListed) void client.invalidateQueries({ queryKey: listKey });
    });
}

/** Fetches the first page until it has been asked for every wanted message; returns whether it had each of them. */
async function listFromFirstPage(
  client: QueryClient,
  wanted: Map<number, number>,
): Promise<boolean> {
  const asked = [...wanted];
  const { data } = await fetchChats({});
  const found = asked.flatMap(([chatId, seq]) => {
    if (wanted.get(chatId) === seq) wanted.delete(chatId); // else another message has arrived meanwhile
    return data.filter(({ id, last_seq }) => id === chatId && last_seq >= seq);
  });
  client.setQueryData(listKey, (pages) => pages && found.reduce(withFetched, pages));
  for (const { id, last_seq } of found) refetchIfLost(client, { chat_id: id, seq: last_seq });
  if (found.length < asked.length) return false;
  return wanted.size === 0 || listFromFirstPage(client, wanted);
}

/** The list may have got the chat meanwhile, and a newer message in it. */
function withFetched(pages: ChatPages, chat: Chat): ChatPages {
  const known = chatsOf(pages).find(({ id }) => id === chat.id);
  return placeChat(pages, known ? mergedChat(known, chat) : chat);
}
