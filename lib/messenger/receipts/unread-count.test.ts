import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { chatQuery, unreadCountQuery } from "#lib/messenger/cache/queries.ts";
import { postFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import {
  endReadOnArrival,
  isReadOnArrival,
  noteReadOnArrival,
} from "#lib/messenger/receipts/read-on-arrival.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import { chatOf, memberId, messageOf } from "#lib/testing/message-samples.ts";
import { receiveUnreadCount } from "#lib/messenger/receipts/unread-count.ts";

let client: QueryClient;
const shown = () => client.getQueryData(unreadCountQuery().queryKey);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(runtimeConfigGlobal, { rootDomain: "kampus.localhost", scheme: "http" });
  client = new QueryClient();
  receiveUnreadCount(client, 2);
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("a published total is shown at once where nothing is read as it arrives", () => {
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(3);
});

it.each([
  ["smaller", 0, 5],
  ["greater", 4, 3],
])(
  "a published total that is %s stays when an answer that was under way comes after it",
  async (_, total, older) => {
    const answered = Promise.withResolvers<undefined>();
    answerCalls(() => answered.promise.then(() => ({ body: { new_messages_count: older } })));
    const asked = client.query({ ...unreadCountQuery(), staleTime: 0 });
    receiveUnreadCount(client, total);
    answered.resolve(undefined);
    await asked;
    expect(shown()).toBe(total);
  },
);

it("the counter of unread messages excludes a message that is read as it arrives", () => {
  noteReadOnArrival(messageOf(5));
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(1000);
  receiveUnreadCount(client, 2);
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe(2);
});

it("the counter of unread messages shows a smaller number at once, and at once what arrives in another chat meanwhile", () => {
  noteReadOnArrival(messageOf(5));
  receiveUnreadCount(client, 1);
  expect(shown()).toBe(1);
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(2);
  receiveUnreadCount(client, 2);
  expect(shown()).toBe(2);
});

it("the counter of unread messages shows all unread messages within a second where they are not read after all", () => {
  noteReadOnArrival(messageOf(5));
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(999);
  expect(shown()).toBe(3);
});

it("the counter of unread messages shows all unread messages within a second of their own arrival, however late the total comes", () => {
  noteReadOnArrival(messageOf(5));
  vi.advanceTimersByTime(500);
  noteReadOnArrival({ ...messageOf(9), chat_id: 8 });
  receiveUnreadCount(client, 4);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(499);
  expect(shown(), "of the first alone").toBe(3);
  vi.advanceTimersByTime(500);
  expect(shown()).toBe(4);
});

it("the counter of unread messages excludes, in another tab, a message that is read as it arrives in the focused tab", () => {
  const chat = chatOf();
  const { queryKey } = chatQuery("private", chat.id);
  client.setQueryData(queryKey, chat);
  postFollowed(chat.id, true);
  receiveMessage(client, messageOf(5), memberId);
  receiveUnreadCount(client, 3);
  expect([shown(), isReadOnArrival(chat.id)]).toEqual([2, true]);
  endReadOnArrival({ chat_id: chat.id, seq: 5 });
  receiveUnreadCount(client, 2);
  postFollowed(chat.id, false);
  receiveMessage(client, messageOf(6), memberId);
  receiveUnreadCount(client, 3);
  expect([shown(), isReadOnArrival(chat.id)]).toEqual([3, false]);
});
