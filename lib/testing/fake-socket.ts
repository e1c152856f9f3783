/** Stands in for "socket.io-client" in tests: a connection whose other end is the test. */
import { EventEmitter } from "node:events";
import { act, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import type { SocketEvents } from "#lib/api/socket-events.ts";

const received = new EventEmitter();

/** What the page has sent, oldest first; a test empties it. */
export const sentFrames: { name: string; frame: unknown }[] = [];

/** The socket that the page opens; it is connected once the page asks for that. */
export const io = () => ({
  on: received.on.bind(received),
  off: received.off.bind(received),
  emit: (name: string, frame: unknown) => void sentFrames.push({ name, frame }),
  connect: () => received.emit("connect"),
  disconnect: () => received.removeAllListeners(),
  active: true,
});

/** "connect" and "disconnect" are the connection's own. */
interface ReceivedEvents extends SocketEvents {
  connect: undefined;
  disconnect: undefined;
}

/** Delivers an event of the server to the page, once it listens to it. */
export async function receiveEvent<E extends keyof ReceivedEvents>(
  event: E,
  payload?: ReceivedEvents[E],
): Promise<void> {
  await waitFor(() => expect(received.listenerCount(event)).toBeGreaterThan(0));
  act(() => void received.emit(event, payload));
}
