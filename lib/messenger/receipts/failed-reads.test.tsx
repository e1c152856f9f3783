// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, noNetwork, refusal, type SentRequest } from "#lib/testing/answer-calls.ts";
import { chatQuery } from "#lib/messenger/cache/queries.ts";
import { useMarkChat } from "#lib/messenger/cache/use-mark-chat.ts";
import { useFailedReads, useReadMessages } from "#lib/messenger/receipts/read-messages.ts";
import { chatOf, memberId, messagesFrom } from "#lib/testing/message-samples.ts";

/** Longer than all attempts to send one receipt take. */
const attemptsMs = 70_000;

const { queryKey: chatKey } = chatQuery("private", 7);
const unread = chatOf({ last_seq: 100, last_read_seq: 90, unread: 10 });

let client: QueryClient;
let requests: SentRequest[];
let failing: "offline" | "receipts" | "refused" | "portal" | null;

const shown = () => client.getQueryData(chatKey);
/** The API client sends JSON as a string. */
const receipts = () =>
  requests
    .filter(({ call }) => call.includes("/readMessages/"))
    .map(({ body }) => (JSON.parse(body as string) as { seq: number }).seq);

beforeEach(() => {
  vi.useFakeTimers();
  failing = "offline";
  client = new QueryClient();
  client.setQueryData(chatKey, unread);
  let readSeq = unread.last_read_seq;
  requests = answerCalls((call, body) => {
    const isFailing = failing === "offline" || (failing === "receipts" && call.startsWith("POST"));
    if (isFailing) return Promise.reject(noNetwork);
    if (failing === "refused") return refusal("not_found", "");
    if (failing === "portal") return new Response("<html>");
    if (call.includes("/getMessages/"))
      return {
        body: {
          data: messagesFrom(91, 100),
          meta: { first_seq: 1, last_seq: 100, last_change: 0 },
        },
      };
    const { seq = 0 } = { ...(body as { seq?: number } | undefined) }; // the body of a receipt or a mark
    if (call.includes("/readMessages/")) readSeq = seq;
    if (call.includes("/markUnread/")) readSeq = seq - 1;
    const state = { last_read_seq: readSeq, unread: 100 - readSeq };
    if (call.startsWith("GET")) return { body: { data: { ...unread, ...state } } };
    return { body: { message: "", data: state } };
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function openMessenger() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const failures: Error[] = [];
  const { result } = renderHook(
    () => {
      useFailedReads(memberId);
      return {
        read: useReadMessages(memberId).mutate,
        mark: useMarkChat(memberId, (failure) => failures.push(failure)),
      };
    },
    { wrapper },
  );
  const read = (seq: number) =>
    act(async () => {
      result.current.read({ kind: "private", chatId: 7, seq });
      await vi.advanceTimersByTimeAsync(0);
    });
  return { read, mark: result.current.mark, failures };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function comeBack() {
  failing = null;
  window.dispatchEvent(new Event("online"));
  await wait(1000);
}

it("a chat whose receipt could not be sent is unread again, and is read once the network is back", async () => {
  const { read } = openMessenger();
  await read(100);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
  await wait(attemptsMs);
  expect(shown()).toMatchObject({ last_read_seq: 90, unread: 10 });
  await comeBack();
  expect(receipts().at(-1)).toBe(100);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
  const sent = receipts().length;
  await comeBack();
  expect(receipts()).toHaveLength(sent);
});

it("a chat whose receipt was answered by the login page of a network is unread again, and is read once the server is reached", async () => {
  failing = "portal";
  const { read } = openMessenger();
  await read(100);
  await wait(attemptsMs);
  expect(shown()).toMatchObject({ last_read_seq: 90, unread: 10 });
  await comeBack();
  expect(receipts().at(-1)).toBe(100);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
});

it("a chat whose receipt is under way stays read, although the server answers as it was before", async () => {
  failing = "receipts";
  const { read } = openMessenger();
  await read(100);
  await act(() => client.query({ ...chatQuery("private", 7), staleTime: 0 }));
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
});

it("several receipts that fail leave the mark where the first of them found it", async () => {
  client.setQueryData(chatKey, { ...unread, last_seq: 95, unread: 5 });
  const { read } = openMessenger();
  await read(95);
  client.setQueryData(chatKey, (chat) => chat && { ...chat, last_seq: 100, unread: 5 });
  await wait(500);
  await read(100);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
  await wait(attemptsMs);
  expect(shown()).toMatchObject({ last_read_seq: 90, unread: 10 });
  await comeBack();
  expect(receipts().at(-1)).toBe(100);
});

it("a receipt that the server refuses is not sent again", async () => {
  failing = "refused";
  const { read } = openMessenger();
  await read(100);
  await wait(attemptsMs);
  await comeBack();
  expect(receipts()).toEqual([100]);
});

it("a chat that was marked as unread meanwhile stays so", async () => {
  const { read, mark } = openMessenger();
  await read(100);
  await wait(attemptsMs);
  failing = null;
  const sent = receipts().length;
  mark({ chat: unread, mark: { action: "unread" } });
  await wait(0);
  await comeBack();
  expect(receipts()).toHaveLength(sent);
});

it("a chat that is marked as unread while its receipt waits for the next attempt stays so", async () => {
  failing = "receipts";
  const { read, mark } = openMessenger();
  await read(100);
  await wait(4000);
  failing = null;
  const sent = receipts().length;
  mark({ chat: unread, mark: { action: "unread" } });
  await wait(attemptsMs);
  await comeBack();
  expect(receipts()).toHaveLength(sent);
  expect(shown()).toMatchObject({ last_read_seq: 99, unread: 1 });
});

it("a chat that was marked as read without a network is read once the network is back", async () => {
  const { mark } = openMessenger();
  mark({ chat: unread, mark: { action: "read" } });
  await wait(0);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
  await wait(attemptsMs);
  expect(shown()).toMatchObject({ last_read_seq: 90, unread: 10 });
  await comeBack();
  expect(receipts().at(-1)).toBe(100);
  expect(shown()).toMatchObject({ last_read_seq: 100, unread: 0 });
});

it("a member who marks a chat as read is told that the server refuses it", async () => {
  failing = "refused";
  const { mark, failures } = openMessenger();
  mark({ chat: unread, mark: { action: "read" } });
  await wait(0);
  expect(failures).toHaveLength(1);
  expect(shown()).toMatchObject({ last_read_seq: 90, unread: 10 });
});
