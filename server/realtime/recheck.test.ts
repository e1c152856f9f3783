import { EventEmitter } from "node:events";
import { pino } from "pino";
import type { Server, Socket } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recheckSessions } from "#server/realtime/recheck.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const everyMs = 30_000;

/** 80 open sockets, and those that were checked. */
function recheckedSockets(reachesOtherNodes: () => boolean) {
  const [io, asked] = [new EventEmitter(), [] as Socket[]];
  recheckSessions(io as unknown as Pick<Server, "on">, {
    everyMs,
    reachesOtherNodes,
    endIfOver: (socket) => {
      asked.push(socket);
      return Promise.resolve();
    },
    log: pino({ level: "silent" }),
  });
  const sockets = Array.from({ length: 90 }, () => new EventEmitter() as unknown as Socket);
  for (const socket of sockets) io.emit("connection", socket);
  for (const gone of sockets.splice(80)) (gone as unknown as EventEmitter).emit("disconnect");
  return { sockets, asked };
}

it("the session of each open socket is checked once in an interval, and few at the same moment", async () => {
  const { sockets, asked } = recheckedSockets(() => true);
  let mostAtOnce = 0;
  for (let ms = 0; ms < everyMs; ms += 1_000) {
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(1_000);
    mostAtOnce = Math.max(mostAtOnce, asked.length - before);
  }
  expect(asked).toHaveLength(sockets.length);
  expect(new Set(asked)).toEqual(new Set(sockets));
  expect(mostAtOnce).toBe(3);
});

it("the sessions of all sockets are checked each second while Redis is away", async () => {
  const { sockets, asked } = recheckedSockets(() => false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(asked)).toEqual(new Set(sockets));
});
