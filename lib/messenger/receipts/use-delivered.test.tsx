// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { SocketProvider } from "#lib/api/socket.ts";
import { useDelivered } from "#lib/messenger/receipts/delivered.ts";
import { receiveEvent, sentFrames } from "#lib/testing/fake-socket.ts";
import { memberId, messageOf, peer } from "#lib/testing/message-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

afterEach(() => {
  sentFrames.length = 0;
  vi.restoreAllMocks();
});

const signedIn = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <SocketProvider token="secret">{children}</SocketProvider>
  </QueryClientProvider>
);

it.each([
  ["left", () => window.dispatchEvent(new Event("pagehide"))],
  [
    "hidden",
    () => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      document.dispatchEvent(new Event("visibilitychange"));
    },
  ],
])("a page that is %s sends its receipts of what has arrived at once", async (_how, leave) => {
  renderHook(() => useDelivered(memberId), { wrapper: signedIn });
  await receiveEvent("connect");
  await receiveEvent("message", messageOf(5, { author: peer }));
  expect(sentFrames).toEqual([]);
  act(leave);
  expect(sentFrames).toEqual([{ name: "delivered", frame: [{ chat_id: 7, seq: 5 }] }]);
});
