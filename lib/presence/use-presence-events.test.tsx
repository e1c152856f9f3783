// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import { livePresence } from "#lib/members/live-presence.ts";
import { usePresenceEvents } from "#lib/presence/use-presence-events.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const signedIn = ({ children }: { children: ReactNode }) => (
  <SocketProvider token="secret">{children}</SocketProvider>
);
const receiveOnline = () =>
  receiveEvent("presence", { user_id: 7, online: true, last_seen_at: null });

beforeEach(() => livePresence.forget());

it("a member is shown as the newest event says", async () => {
  renderHook(usePresenceEvents, { wrapper: signedIn });
  await receiveOnline();
  expect(livePresence.newerThan({ id: 7 })).toMatchObject({ online: true });
});

it("an event from before a lost connection counts until there is one again, and then no more", async () => {
  renderHook(usePresenceEvents, { wrapper: signedIn });
  await receiveOnline();
  await receiveEvent("disconnect");
  expect(livePresence.newerThan({ id: 7 })).toMatchObject({ online: true });
  await receiveEvent("connect");
  expect(livePresence.newerThan({ id: 7 })).toBeUndefined();
});

it("an event from before missed events no longer counts", async () => {
  renderHook(usePresenceEvents, { wrapper: signedIn });
  await receiveOnline();
  await receiveEvent("resync", {});
  expect(livePresence.newerThan({ id: 7 })).toBeUndefined();
});
