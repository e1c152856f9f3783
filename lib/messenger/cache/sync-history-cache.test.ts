import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import {
  restoreChat,
  restoreChats,
  syncHistoryCache,
} from "#lib/messenger/cache/sync-history-cache.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { chatQuery, chatsQuery, cachedAt, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { chatOf, memberId, messagesFrom } from "#lib/testing/message-samples.ts";

const { queryKey: historyKey } = messagesQuery("private", 7);
const { queryKey: chatKey } = chatQuery("private", 7);
const { queryKey: listKey } = chatsQuery();
const address = { kind: "private", chatId: 7 } as const;

const loaded = windowOf({
  data: messagesFrom(1, 300),
  meta: { first_seq: 1, last_seq: 300, last_change: 0 },
});

/** A tab in which the chat is shown and which is then closed. */
function visit() {
  const client = new QueryClient();
  const leave = syncHistoryCache(client, memberId);
  const chat = chatOf({ last_seq: 300, last_read_seq: 300 });
  client.setQueryData(chatKey, chat);
  client.setQueryData(listKey, {
    pages: [{ data: [chat], meta: { next: null } }],
    pageParams: [null],
  });
  client.setQueryData(historyKey, loaded);
  leave();
}

async function reopen(as = memberId) {
  const client = new QueryClient();
  await Promise.all([restoreChat(client, as, address), restoreChats(client, as)]);
  return client;
}

beforeEach(() => historyCache.forget());

it("a chat's newest messages and the list are restored, marked as older than any answer of the server", async () => {
  visit();
  const client = await reopen();
  expect(client.getQueryData(historyKey)).toMatchObject({ from: 241, to: 300, live: true });
  expect(client.getQueryData(listKey)?.pages[0]?.data).toHaveLength(1);
  expect(client.getQueryState(listKey)?.dataUpdatedAt).toBe(cachedAt);
  expect(client.getQueryState(chatKey)?.dataUpdatedAt).toBe(cachedAt);
});

it("the cache of chats leaves what is already loaded unchanged", async () => {
  visit();
  const client = new QueryClient();
  client.setQueryData(historyKey, loaded);
  await restoreChat(client, memberId, address);
  expect(client.getQueryData(historyKey)).toBe(loaded);
});

it("the cache of chats shows nothing to another member, and is deleted once they sign in", async () => {
  visit();
  expect((await reopen(2)).getQueryData(historyKey)).toBeUndefined();
  await historyCache.forget(2);
  expect((await reopen()).getQueryData(historyKey)).toBeUndefined();
});

it("the cache of chats holds the thirty that were opened last", async () => {
  for (let id = 1; id <= 31; id += 1)
    await historyCache.putChat(memberId, {
      kind: "private",
      chat: chatOf({ id }),
      window: loaded,
    });
  expect(await historyCache.readChat(memberId, 31)).toBeDefined();
  const kept = await Promise.all(
    Array.from({ length: 31 }, (_, index) => historyCache.readChat(memberId, index + 1)),
  );
  expect(kept.filter(Boolean)).toHaveLength(30);
});

it("the cache of chats goes on after the browser has closed its database, and can still be deleted", async () => {
  const { transaction } = IDBDatabase.prototype;
  const closeByForce = () =>
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(function (
      this: IDBDatabase,
      ...asked
    ) {
      this.close();
      return transaction.apply(this, asked);
    });
  closeByForce();
  await historyCache.putChats(memberId, [chatOf()]);
  expect(await historyCache.readChats(memberId)).toHaveLength(1);
  closeByForce();
  await historyCache.forget();
  expect(await historyCache.readChats(memberId)).toBeUndefined();
});
