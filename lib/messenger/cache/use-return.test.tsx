// @vitest-environment jsdom
import { render, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const signedIn = ({ children }: { children: ReactNode }) => (
  <SocketProvider token="secret">{children}</SocketProvider>
);

it("a page catches up when it connects again, and when the server sends a resync", async () => {
  const onReturn = vi.fn();
  renderHook(() => useReturn(onReturn), { wrapper: signedIn });
  await receiveEvent("connect");
  onReturn.mockClear();

  await receiveEvent("disconnect");
  expect(onReturn).toHaveBeenCalledTimes(0);
  await receiveEvent("connect");
  expect(onReturn).toHaveBeenCalledTimes(1);

  await receiveEvent("resync", {});
  expect(onReturn).toHaveBeenCalledTimes(2);
});

it("a page asks for what came before its first connection, once it has settled", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onReturn = vi.fn();
  renderHook(() => useReturn(onReturn), { wrapper: signedIn });
  await receiveEvent("connect");
  expect(onReturn).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(onReturn).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

it("a screen that opens on an open connection catches up at once when that was lost and is back", async () => {
  const onReturn = vi.fn();
  function Screen() {
    useReturn(onReturn);
    return null;
  }
  const { rerender } = render(null, { wrapper: signedIn });
  await receiveEvent("connect");
  rerender(<Screen />);
  await receiveEvent("disconnect");
  await receiveEvent("connect");
  expect(onReturn).toHaveBeenCalledTimes(1);
});
