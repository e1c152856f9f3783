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

it("the session of each open socket is looked up once in an interval, and few at the same moment", () => {
  const [io, asked] = [new EventEmitter(), [] as string[]];
  recheckSessions(io as unknown as Pick<Server, "on">, {
    everyMs,
    findSession: (token) => {
      asked.push(token);
      return Promise.resolve(null);
    },
    end: () => undefined,
    log: pino({ level: "silent" }),
  });
  const sockets = Array.from({ length: 90 }, (_, index) => {
    const headers = { authorization: `Bearer ${index}` };
    return Object.assign(new EventEmitter(), { handshake: { headers } }) as unknown as Socket;
  });
  for (const socket of sockets) io.emit("connection", socket);
  for (const gone of sockets.splice(80)) (gone as unknown as EventEmitter).emit("disconnect");
  let mostAtOnce = 0;
  for (let ms = 0; ms < everyMs; ms += 1_000) {
    const before = asked.length;
    vi.advanceTimersByTime(1_000);
    mostAtOnce = Math.max(mostAtOnce, asked.length - before);
  }
  expect(asked.toSorted()).toEqual(sockets.map((_, index) => String(index)).toSorted());
  expect(mostAtOnce).toBe(3);
});
