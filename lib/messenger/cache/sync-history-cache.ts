/** Caches the chats that the member has opened in this browser, and restores them. */
import type { QueryClient } from "@tanstack/react-query";
import { isNotFound } from "#lib/api/api-failure.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { trimmedWindow } from "#lib/messenger/history/history-window.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import {
  chatQuery,
  chatsKey,
  chatsQuery,
  cachedAt,
  listedChat,
  messagesKey,
  messagesQuery,
} from "#lib/messenger/cache/queries.ts";
import type { ChatKind } from "#lib/messenger/contract/schema.ts";

const cachedMessagesMax = 60;
const cachedListedMax = 50;
/** Many changes come at once, so the cache is written after a pause. */
const writeDelayMs = 500;

/** Writes the loaded chats and the chat list whenever they have changed; returns a function that stops it. */
export function syncHistoryCache(client: QueryClient, memberId: number): () => void {
  const changed = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const writes = [...changed.values()];
    changed.clear();
    for (const act of writes) act();
  };
  const later = (key: string, act: () => void) => {
    changed.set(key, act);
    timer ??= setTimeout(write, writeDelayMs);
  };
  const [, messages] = messagesKey(0);
  const listKey = JSON.stringify(chatsQuery().queryKey);
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated") return;
    const [, what, chatId, kind] = query.queryKey as [string, string, number, ChatKind];
    if (what === messages) later(`chat ${chatId}`, () => cacheChat(client, memberId, chatId, kind));
    else if (query.queryHash === listKey) later("chats", () => cacheChats(client, memberId));
    else if (what === chatsKey[1] && isNotFound(query.state.error))
      void historyCache.removeChat(chatId);
  });
  // Also listens to the page being hidden: on a phone a page that is left may get no other event.
  const events = ["pagehide", "visibilitychange"];
  for (const event of events) window.addEventListener(event, write);
  return () => {
    write();
    stop();
    for (const event of events) window.removeEventListener(event, write);
  };
}

function cacheChat(client: QueryClient, memberId: number, chatId: number, kind: ChatKind): void {
  const loaded = client.getQueryData(messagesQuery(kind, chatId).queryKey);
  const chat =
    client.getQueryData(chatQuery(kind, chatId).queryKey) ?? listedChat(client, kind, chatId);
  if (!loaded?.live || !chat) return;
  const window = trimmedWindow(loaded, cachedMessagesMax, chat.last_read_seq);
  void historyCache.putChat(memberId, { kind, chat, window });
}

function cacheChats(client: QueryClient, memberId: number): void {
  const pages = client.getQueryData(chatsQuery().queryKey);
  if (pages) void historyCache.putChats(memberId, chatsOf(pages).slice(0, cachedListedMax));
}

/** Restores the list unless it is loaded already. It is fetched from the server in either case. */
export async function restoreChats(client: QueryClient, memberId: number): Promise<void> {
  const data = await historyCache.readChats(memberId);
  const { queryKey } = chatsQuery();
  if (!data || client.getQueryData(queryKey)) return;
  const pages = { pages: [{ data, meta: { next: null } }], pageParams: [null] };
  client.setQueryData(queryKey, pages, { updatedAt: cachedAt });
}

/** Restores a chat as it was left, unless it is loaded already; it then catches up. */
export async function restoreChat(
  client: QueryClient,
  memberId: number,
  { kind, chatId }: ChatAddress,
): Promise<void> {
  const { queryKey } = messagesQuery(kind, chatId);
  if (client.getQueryData(queryKey)) return;
  const cached = await historyCache.readChat(memberId, chatId);
  if (cached?.kind !== kind || client.getQueryData(queryKey)) return;
  client.setQueryData(queryKey, cached.window);
  const { queryKey: chatKey } = chatQuery(kind, chatId);
  if (!client.getQueryData(chatKey))
    client.setQueryData(chatKey, cached.chat, { updatedAt: cachedAt });
}
