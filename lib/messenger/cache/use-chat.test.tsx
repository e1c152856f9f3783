// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SocketProvider, useSocketConnected } from "#lib/api/socket.ts";
import { chatsQuery, useChat } from "#lib/messenger/cache/queries.ts";
import { refreshChats } from "#lib/messenger/cache/refresh-chat.ts";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { chatOf } from "#lib/testing/message-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const pageOf = (unread: number) => ({ data: [chatOf({ unread })], meta: { next: null } });
let client: QueryClient;
let answered: PromiseWithResolvers<undefined>;

/** A list of chats that was fetched just now, without unread messages; the server knows of 120 by now. */
beforeEach(async () => {
  answered = Promise.withResolvers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  client.setQueryData(chatsQuery().queryKey, { pages: [pageOf(0)], pageParams: [null] });
  answerCalls(async (call) => {
    await answered.promise;
    return { body: call.includes("/chats/all") ? pageOf(120) : { data: chatOf({ unread: 120 }) } };
  });
  show(false);
  await screen.findByText("connected");
});
afterEach(cleanup);

function Page({ isOpen }: { isOpen: boolean }) {
  useInfiniteQuery(chatsQuery());
  const connected = useSocketConnected();
  return (
    <>
      <p>{connected ? "connected" : "disconnected"}</p>
      {isOpen && <OpenChat />}
    </>
  );
}

function OpenChat() {
  const { data, isCached } = useChat({ kind: "private", chatId: 7 });
  return <p>{`${isCached ? "cached" : "current"}: ${data?.unread} unread`}</p>;
}

let rerender: (page: ReactNode) => void;
function show(isOpen: boolean) {
  const page = (
    <QueryClientProvider client={client}>
      <SocketProvider token="secret">
        <Page isOpen={isOpen} />
      </SocketProvider>
    </QueryClientProvider>
  );
  if (isOpen) rerender(page);
  else ({ rerender } = render(page));
}

it("a chat of a list that events have changed all the time opens as the list has it", () => {
  show(true);
  expect(screen.getByText("current: 0 unread")).toBeVisible();
});

it.each([
  ["is fetched again after a return", async () => act(async () => refreshChats(client))],
  ["receives no events, because the connection is lost", () => receiveEvent("disconnect")],
])("a chat of a list that %s counts as cached until the server has answered", async (_, miss) => {
  await miss();
  show(true);
  expect(screen.getByText("cached: 0 unread")).toBeVisible();
  await act(async () => answered.resolve(undefined));
  expect(await screen.findByText("current: 120 unread")).toBeVisible();
});
