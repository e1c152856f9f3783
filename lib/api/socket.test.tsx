import { render, waitFor } from "@testing-library/react";
import type * as client from "socket.io-client";
import { Manager, type ManagerOptions } from "socket.io-client";
import { afterEach, expect, it, vi } from "vitest";
import { SocketProvider } from "#lib/api/socket.ts";

const opened = vi.hoisted((): Partial<ManagerOptions>[] => []);

vi.mock("socket.io-client", async (importOriginal) => {
  const { io } = await import("#lib/testing/fake-socket.ts");
  return {
    ...(await importOriginal<typeof client>()),
    io: (options: Partial<ManagerOptions>) => {
      opened.push(options);
      return io();
    },
  };
});

afterEach(() => void vi.restoreAllMocks());

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
