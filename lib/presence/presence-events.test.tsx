// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { livePresence } from "#lib/members/live-presence.ts";
import { usePresenceEvents } from "#lib/presence/presence-events.ts";
import type { PresenceEvent } from "#lib/presence/schema.ts";

const socket = vi.hoisted(() => ({
  connected: true,
  receive: (_event: PresenceEvent): void => undefined,
}));
vi.mock("#lib/api/socket.ts", () => ({
  useSocketConnected: () => socket.connected,
  useSocketEvent: (_event: string, _schema: unknown, handler: typeof socket.receive) => {
    socket.receive = handler;
  },
}));

beforeEach(() => {
  socket.connected = true;
  livePresence.forget();
});

it("a member is shown as the newest event says", () => {
  renderHook(usePresenceEvents);
  socket.receive({ user_id: 7, online: true, last_seen_at: null });
  expect(livePresence.newerThan({ id: 7 })).toMatchObject({ online: true });
});

it("an event from before a lost connection counts until there is one again, and then no more", () => {
  const { rerender } = renderHook(usePresenceEvents);
  socket.receive({ user_id: 7, online: true, last_seen_at: null });
  act(() => void (socket.connected = false));
  rerender();
  expect(livePresence.newerThan({ id: 7 })).toMatchObject({ online: true });
  socket.connected = true;
  rerender();
  expect(livePresence.newerThan({ id: 7 })).toBeUndefined();
});
