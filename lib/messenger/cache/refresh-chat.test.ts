import "fake-indexeddb/auto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "#lib/testing/answer-calls.ts";
import { syncHistoryCache } from "#lib/messenger/cache/sync-history-cache.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { chatQuery, chatsQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import { refreshChat, refreshChats } from "#lib/messenger/cache/refresh-chat.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { chatOf, memberId, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const { queryKey: listKey } = chatsQuery();
const { queryKey: chatKey } = chatQuery("private", 7);
let client: QueryClient;

const listed = () => {
  const pages = client.getQueryData(listKey);
  return pages && chatsOf(pages).find(({ id }) => id === 7);
};
const serverSays = (chat: Chat | null) =>
  answerCalls(() => (chat ? { body: { data: chat } } : refusal("not_found", "Ничего не найдено")));

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(chatKey, chatOf());
  client.setQueryData(listKey, {
    pages: [{ data: [chatOf({ id: 8 }), chatOf()], meta: { next: null } }],
    pageParams: [null],
  });
});

describe("a refresh of a chat", () => {
  it("shows what another device marked as unread, in the list and where the chat is open", async () => {
    serverSays(chatOf({ last_read_seq: 3, unread: 1 }));
    await refreshChat(client, 7);
    expect(listed()).toMatchObject({ last_read_seq: 3, unread: 1 });
    expect(client.getQueryData(chatKey)).toMatchObject({ last_read_seq: 3, unread: 1 });
  });

  it("keeps a message that arrived during the request", async () => {
    serverSays(chatOf({ muted: true }));
    const refreshed = refreshChat(client, 7);
    receiveMessage(client, messageOf(5), memberId);
    await refreshed;
    expect(listed()).toMatchObject({ muted: true, last_seq: 5, unread: 1, last_read_seq: 4 });
  });

  it("refetches the list when the member has rejoined a chat that is still open", async () => {
    serverSays(null);
    await refreshChat(client, 7);
    serverSays(chatOf());
    await refreshChat(client, 7);
    expect(client.getQueryState(listKey)?.isInvalidated).toBe(true);
  });

  it("removes a chat that the member has left from the list", async () => {
    serverSays(null);
    await refreshChat(client, 7);
    expect(listed()).toBeUndefined();
  });

  it("removes the history of a chat that the member has left from the page and from the browser", async () => {
    const { queryKey: historyKey } = messagesQuery("private", 7);
    const meta = { first_seq: 1, last_seq: 4, last_change: 0 };
    const window = windowOf({ data: messagesFrom(1, 4), meta });
    const stop = syncHistoryCache(client, memberId);
    client.setQueryData(historyKey, window);
    await historyCache.putChat(memberId, { kind: "private", chat: chatOf(), window });
    serverSays(null);
    await refreshChat(client, 7);
    stop();
    expect(client.getQueryData(historyKey)).toBeUndefined();
    expect(await historyCache.readChat(memberId, 7)).toBeUndefined();
  });

  it("closes the notification of a chat that the member has left, and of no other one", async () => {
    const postMessage = installServiceWorker();
    serverSays(chatOf({ muted: true }));
    await refreshChat(client, 7);
    serverSays(null);
    await refreshChat(client, 7);
    await vi.waitFor(() => expect(postMessage).toHaveBeenCalled());
    expect(postMessage.mock.calls).toEqual([[{ type: "gone", chat_id: 7 }]]);
  });

  it("has the draft of the server again once the member has rejoined", async () => {
    const before = chatOf({ draft: "начатое", draft_version: 5 });
    client.setQueryData(chatKey, before);
    serverSays(chatOf({ draft: "", draft_version: 0 }));
    await refreshChat(client, 7);
    expect(client.getQueryData(chatKey)).toMatchObject({ draft: "", draft_version: 0 });
  });

  it("requests a missing chat only once within some seconds", async () => {
    vi.useFakeTimers();
    const requests = serverSays(null);
    const stop = new QueryObserver(client, chatQuery("private", 9)).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    refreshChats(client);
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests).toHaveLength(1);
    refreshChats(client);
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(2);
    stop();
    vi.useRealTimers();
  });
});
