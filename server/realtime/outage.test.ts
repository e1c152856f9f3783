import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOutage } from "#server/realtime/outage.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An outage that has just begun, and how many of so many handshakes are let through. */
function begun() {
  const warn = vi.fn();
  const outage = createOutage({ warn });
  let middleware: (...given: [unknown, unknown, () => void]) => void = () => undefined;
  const engine = { use: (given: typeof middleware) => (middleware = given) };
  outage.refuseHandshakes({ engine } as unknown as Pick<Server, "engine">); // only `use` is called
  outage.begin(new Error("away"));
  const passing = (count: number) => {
    const next = vi.fn();
    const request = { _query: {}, headers: {} } as unknown as IncomingMessage; // no more of it is read
    const response = { writeHead: () => ({ end: () => undefined }) } as unknown as ServerResponse; // nor of this
    for (let at = 0; at < count; at += 1) middleware(request, response, next);
    return next.mock.calls.length;
  };
  return { outage, passing, warn };
}

it("during an outage one handshake a second is let through, whoever comes", () => {
  const { passing } = begun();
  expect(passing(3)).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(passing(3)).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(passing(3)).toBe(1);
});

it("strangers who never sign in do not prolong an outage, which ends once no sign-in has failed for a while", () => {
  const { passing } = begun();
  for (let second = 0; second < 8; second += 1) {
    vi.advanceTimersByTime(1_000);
    passing(3);
  }
  vi.advanceTimersByTime(1_000);
  expect(passing(3)).toBe(3);
});

it("the first member who signs in ends it at once, and an outage is logged once", () => {
  const { outage, passing, warn } = begun();
  outage.begin(new Error("away"));
  expect(warn).toHaveBeenCalledTimes(1);
  outage.end();
  expect(passing(3)).toBe(3);
});
