import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { chatsOf, mergedChat, withMessage } from "#lib/messenger/cache/chat-list.ts";
import { chatQuery, chatsQuery } from "#lib/messenger/cache/queries.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { refreshChats } from "#lib/messenger/cache/refresh-chat.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { chatOf, memberId, messageOf } from "#lib/testing/message-samples.ts";

const { queryKey: listKey } = chatsQuery();
const { queryKey: chatKey } = chatQuery("private", 7);

let client: QueryClient;
let onServer: Chat;
/** Called once, when the requests have left; their answers were written before. */
let underWay: () => void;
let stop: () => void;

const shown = () => {
  const pages = client.getQueryData(listKey);
  return [client.getQueryData(chatKey), pages && chatsOf(pages).find(({ id }) => id === 7)];
};
const isShownTwice = (state: Partial<Chat>) =>
  vi.waitFor(() => expect(shown()).toMatchObject([state, state]));
const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));

const readTo = (seq: number) =>
  updateChat(client, 7, (chat) => ({ ...chat, last_read_seq: seq, unread: 0 }));

/** The list and the chat are open, as the server had the chat until now. */
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const known = chatOf({ last_seq: 100, last_read_seq: 100, last_message: messageOf(100) });
  onServer = known;
  underWay = () => undefined;
  client.setQueryData(chatKey, known);
  const page = { data: [known], meta: { next: null } };
  client.setQueryData(listKey, { pages: [page], pageParams: [null] });
  answerCalls(async (call) => {
    const data = onServer;
    await new Promise((resolve) => setTimeout(resolve));
    const act = underWay;
    underWay = () => undefined;
    act();
    return { body: call.includes("/all") ? { data: [data], meta: { next: null } } : { data } };
  });
  const stops = [
    new QueryObserver(client, chatQuery("private", 7)).subscribe(() => undefined),
    new InfiniteQueryObserver(client, chatsQuery()).subscribe(() => undefined),
  ];
  stop = () => stops.forEach((each) => each());
});
afterEach(() => stop());

describe("a device that was away", () => {
  it("shows the messages and the mark of the server after a chat was marked as unread elsewhere", async () => {
    const newest = messageOf(105);
    onServer = { ...onServer, last_seq: 105, last_read_seq: 94, unread: 11, last_message: newest };
    refreshChats(client);
    await isShownTwice({ last_seq: 105, last_read_seq: 94, unread: 11, last_message: newest });
  });

  it("counts every missed message, also when the next one arrives during the request", async () => {
    onServer = { ...onServer, last_seq: 220, unread: 120 };
    underWay = () => {
      onServer = { ...onServer, last_seq: 221, unread: 121 };
      receiveMessage(client, messageOf(221), memberId);
    };
    refreshChats(client);
    await isShownTwice({ last_seq: 221, unread: 121 });
  });

  it("counts a message that a later one has overtaken, and asks nothing", () => {
    vi.useFakeTimers();
    for (const seq of [102, 101, 103, 103]) receiveMessage(client, messageOf(seq), memberId);
    const now = { last_seq: 103, unread: 3 };
    expect(shown()).toMatchObject([now, now]);
    vi.advanceTimersByTime(10_000);
    expect(client.isFetching()).toBe(0);
    vi.useRealTimers();
  });

  it("asks how many are unread as a message arrives beyond missed ones, and not after the next message", async () => {
    receiveMessage(client, messageOf(101), memberId);
    expect(client.isFetching()).toBe(0);
    onServer = { ...onServer, last_seq: 104, unread: 4 };
    receiveMessage(client, messageOf(104), memberId);
    expect(shown()).toMatchObject([{ last_seq: 104 }, { last_seq: 104 }]);
    await isShownTwice({ last_seq: 104, unread: 4 });
  });
});

describe("an answer that was written before", () => {
  it("the member read the chat leaves it read", async () => {
    onServer = { ...onServer, last_read_seq: 90, unread: 10 };
    refreshChats(client);
    await isShownTwice({ unread: 10 });
    underWay = () => readTo(100);
    refreshChats(client);
    await settled();
    expect(shown()).toMatchObject([
      { last_read_seq: 100, unread: 0 },
      { last_read_seq: 100, unread: 0 },
    ]);
  });

  it("the member read the chat still brings newer messages", async () => {
    onServer = { ...onServer, last_read_seq: 90, unread: 10 };
    refreshChats(client);
    await isShownTwice({ unread: 10 });
    onServer = { ...onServer, last_seq: 102, unread: 12 };
    underWay = () => readTo(100);
    refreshChats(client);
    await isShownTwice({ last_seq: 102, last_read_seq: 100, unread: 2 });
  });
});

it("a chat counts no message as unread that was read elsewhere before it arrived here", () => {
  const chat = chatOf({ last_read_seq: 5 });
  expect(withMessage(chat, messageOf(5), memberId)).toMatchObject({ last_seq: 5, unread: 0 });
});

it("a chat adds a message that arrives during the request to the count of the server", () => {
  const before = chatOf({ last_seq: 100, unread: 1 });
  const known = chatOf({ last_seq: 221, unread: 2 });
  const fetched = chatOf({ last_seq: 220, unread: 121 });
  expect(mergedChat(known, fetched, before)).toMatchObject({ last_seq: 221, unread: 122 });
});

it("a chat counts a message once that arrived during the request and is in the answer too", () => {
  const before = chatOf({ last_seq: 10, unread: 0 });
  const known = chatOf({ last_seq: 12, unread: 2 });
  const fetched = chatOf({ last_seq: 11, unread: 1 });
  expect(mergedChat(known, fetched, before)).toMatchObject({ last_seq: 12, unread: 2 });
});
