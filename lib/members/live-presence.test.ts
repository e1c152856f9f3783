import { expect, test, vi } from "vitest";
import { LivePresence } from "#lib/members/live-presence.ts";

const here = { online: true, last_seen_at: null };
const gone = { online: false, last_seen_at: "2026-11-20T12:00:00.000Z" };

test("an event overrides answers requested before it, but not answers requested after it", () => {
  const presence = new LivePresence();
  presence.receive(7, here, 1000);
  expect(presence.newerThan({ id: 7, requestedAt: 999 })).toMatchObject(here);
  expect(presence.newerThan({ id: 7 })).toMatchObject(here);
  expect(presence.newerThan({ id: 7, requestedAt: 1001 })).toBeUndefined();
  expect(presence.newerThan({ id: 8 })).toBeUndefined();
});

test("of two events the later one counts", () => {
  const presence = new LivePresence();
  presence.receive(7, here, 1000);
  presence.receive(7, gone, 2000);
  expect(presence.newerThan({ id: 7 })).toMatchObject(gone);
});

test("only components that show the member re-render, as long as they are mounted", () => {
  const presence = new LivePresence();
  const [of7, of8] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stop = presence.subscribe(7, of7);
  presence.subscribe(8, of8);
  presence.receive(7, here);
  expect(of7).toHaveBeenCalledTimes(1);
  stop();
  presence.receive(7, gone);
  expect(of7).toHaveBeenCalledTimes(1);
  expect(of8).not.toHaveBeenCalled();
});

test("after a lost connection only answers count", () => {
  const presence = new LivePresence();
  const listener = vi.fn<() => void>();
  presence.subscribe(7, listener);
  presence.receive(7, here);
  presence.forget();
  expect(presence.newerThan({ id: 7 })).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
});
