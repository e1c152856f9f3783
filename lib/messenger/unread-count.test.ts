import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unreadCountQuery } from "#lib/messenger/queries.ts";
import { noteReadOnArrival } from "#lib/messenger/read-on-arrival.ts";
import { receiveUnreadCount } from "#lib/messenger/unread-count.ts";

let client: QueryClient;
const shown = () => client.getQueryData(unreadCountQuery().queryKey);

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  receiveUnreadCount(client, 2);
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("shows what is told at once where nothing is read as it arrives", () => {
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(3);
});

it("shows nothing of a message that is read as it arrives", () => {
  noteReadOnArrival(7);
  receiveUnreadCount(client, 3);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(1000);
  receiveUnreadCount(client, 2);
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe(2);
});

it("shows less at once, and soon what came in another chat meanwhile", () => {
  noteReadOnArrival(7);
  receiveUnreadCount(client, 1);
  expect(shown()).toBe(1);
  receiveUnreadCount(client, 3);
  vi.advanceTimersByTime(1000);
  noteReadOnArrival(7);
  receiveUnreadCount(client, 2);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(500);
  expect(shown()).toBe(2);
});
