import { fireEvent, render, waitFor } from "@testing-library/react";
import type * as client from "socket.io-client";
import { Manager, type ManagerOptions } from "socket.io-client";
import { afterEach, expect, it, vi } from "vitest";
import { SocketProvider } from "#lib/api/socket.ts";
import type { io as openFakeSocket } from "#lib/testing/fake-socket.ts";

const opened = vi.hoisted((): Partial<ManagerOptions>[] => []);
const sockets = vi.hoisted((): ReturnType<typeof openFakeSocket>[] => []);

vi.mock("socket.io-client", async (importOriginal) => {
  const { io } = await import("#lib/testing/fake-socket.ts");
  return {
    ...(await importOriginal<typeof client>()),
    io: (options: Partial<ManagerOptions>) => {
      opened.push(options);
      const socket = io();
      sockets.push(socket);
      return socket;
    },
  };
});

afterEach(() => {
  vi.restoreAllMocks();
  opened.length = 0;
  sockets.length = 0;
});

/** How long the client waits before each of its first tries, in ms, by a die that always shows `chance`. */
function delaysOf(options: Partial<ManagerOptions> | undefined, chance: number): number[] {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  const manager = new Manager("http://kampus.localhost", { ...options, autoConnect: false });
  const { backoff } = manager as unknown as { backoff: { duration: () => number } }; // private to the client
  return Array.from({ length: 6 }, () => backoff.duration());
}

it("a page comes back 1 to 5 s after its connection was lost, and not at the same moment as all others", async () => {
  render(<SocketProvider token="secret">{null}</SocketProvider>);
  await waitFor(() => expect(opened).toHaveLength(1));
  const chances = Array.from({ length: 100 }, (_, index) => index / 100);
  const delays = chances.map((chance) => delaysOf(opened[0], chance));
  expect(Math.min(...delays.flat())).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...delays.flat())).toBeLessThanOrEqual(5000);
  const first = delays.map(([delay = 0]) => delay);
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(500);
});

it("a page whose connection the server has ended comes back when it is looked at, and not before", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  render(<SocketProvider token="secret">{null}</SocketProvider>);
  await waitFor(() => expect(sockets).toHaveLength(1));
  const [socket] = sockets;
  if (!socket) throw new Error("the page opens a socket");
  const connect = vi.spyOn(socket, "connect");
  const change = () => fireEvent(document, new Event("visibilitychange"));
  socket.active = false;
  change();
  expect(connect).toHaveBeenCalledTimes(0);
  visibility.mockReturnValue("visible");
  change();
  expect(connect).toHaveBeenCalledTimes(1);
  fireEvent.focus(window);
  expect(connect).toHaveBeenCalledTimes(2);
  socket.active = true;
  change();
  fireEvent.focus(window);
  expect(connect).toHaveBeenCalledTimes(2);
});
