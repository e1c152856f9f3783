import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, type SentRequest } from "#lib/testing/answer-calls.ts";
import { chatsOf, placeChat } from "#lib/messenger/cache/chat-list.ts";
import { chatsQuery } from "#lib/messenger/cache/queries.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { chatOf, memberId, messageOf } from "#lib/testing/message-samples.ts";

const { queryKey: listKey } = chatsQuery();

let client: QueryClient;
let requests: SentRequest[];
/** The chats in the order of the server, one on each page. */
let onServer: Chat[];
/** Called once, when the first page has been read and the second has been asked for, which it may hold up. */
let betweenPages: () => unknown;
let stop: () => void;

const shown = () => {
  const pages = client.getQueryData(listKey);
  return pages ? chatsOf(pages).map(({ id, last_seq }) => [id, last_seq]) : [];
};
const arrive = (chatId: number) =>
  receiveMessage(client, messageOf(5, { chat_id: chatId }), memberId);
const onServerArrives = (chatId: number) => {
  const others = onServer.filter(({ id }) => id !== chatId);
  onServer = [
    chatOf({ id: chatId, last_seq: 5, last_message: messageOf(5, { chat_id: chatId }) }),
    ...others,
  ];
};

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  onServer = [chatOf({ id: 8 }), chatOf({ id: 9 })];
  const pages = onServer.map((chat, index) => ({
    data: [chat],
    meta: { next: index === 0 ? "second" : null },
  }));
  client.setQueryData(listKey, { pages, pageParams: [null, "second"] });
  betweenPages = () => undefined;
  requests = answerCalls(async (call) => {
    const isSecond = call.includes("cursor=second");
    if (isSecond) {
      const act = betweenPages;
      betweenPages = () => undefined;
      await act();
    }
    const data = [onServer[isSecond ? 1 : 0]];
    return { body: { data, meta: { next: isSecond ? null : "second" } } };
  });
  stop = new InfiniteQueryObserver(client, chatsQuery()).subscribe(() => undefined);
});
afterEach(() => stop());

const refetched = async () => {
  await client.invalidateQueries({ queryKey: listKey });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
};

it("a chat that moves to the first page while the second is fetched stays in the list", async () => {
  betweenPages = () => {
    onServerArrives(9);
    arrive(9);
  };
  await refetched();
  expect(shown()).toEqual([
    [9, 5],
    [8, 4],
  ]);
  expect(requests).toHaveLength(4);
});

it("a message of a chat of the first page that arrives while the second is fetched stays in the list", async () => {
  betweenPages = () => {
    onServerArrives(8);
    arrive(8);
  };
  await refetched();
  expect(shown()).toEqual([
    [8, 5],
    [9, 4],
  ]);
});

it("a list that has every message is fetched once", async () => {
  betweenPages = () => arrive(9);
  await refetched();
  expect(shown()).toContainEqual([9, 5]);
  expect(requests).toHaveLength(2);
});

describe("a message of a chat that is in none of the loaded pages", () => {
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));

  it("brings its chat to the top of the list, by a request for the first page alone", async () => {
    onServerArrives(10);
    arrive(10);
    await vi.waitFor(() => expect(shown()).toContainEqual([10, 5]));
    await settled();
    expect(shown()).toEqual([
      [10, 5],
      [8, 4],
      [9, 4],
    ]);
    expect(requests.map(({ call }) => call.includes("cursor"))).toEqual([false]);
  });

  it("stays in the list where a refetch that had read the first page before ends after it", async () => {
    betweenPages = async () => {
      onServerArrives(10);
      arrive(10);
      await vi.waitFor(() => expect(shown()).toContainEqual([10, 5]));
    };
    await refetched();
    expect(shown()).toContainEqual([10, 5]);
  });

  it("makes the whole list refetch where the first page lacks the chat", async () => {
    arrive(10);
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    await settled();
    expect(requests.map(({ call }) => call.includes("cursor=second"))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("does not take away a newer one with which the list has got the chat meanwhile", async () => {
    const chats = [10, 11].map((id) =>
      chatOf({ id, last_seq: 5, last_message: messageOf(5, { chat_id: id }) }),
    );
    const meanwhile = chatOf({ id: 10, last_seq: 6, last_message: messageOf(6, { chat_id: 10 }) });
    requests = answerCalls(() => {
      if (chats.length === 2) {
        client.setQueryData(listKey, (pages) => pages && placeChat(pages, meanwhile));
        arrive(11);
      }
      return { body: { data: [chats.shift()], meta: { next: "second" } } };
    });
    arrive(10);
    await vi.waitFor(() => expect(shown()).toContainEqual([11, 5]));
    expect(shown()).toContainEqual([10, 6]);
  });

  it("that comes during the request for another is asked for in a second one", async () => {
    const firsts = [10, 11].map((id) =>
      chatOf({ id, last_seq: 5, last_message: messageOf(5, { chat_id: id }) }),
    );
    requests = answerCalls(() => ({ body: { data: [firsts.shift()], meta: { next: "second" } } }));
    arrive(10);
    arrive(11);
    await vi.waitFor(() => expect(shown()).toContainEqual([11, 5]));
    await settled();
    expect(shown()).toContainEqual([10, 5]);
    expect(requests).toHaveLength(2);
  });
});
