import assert from "node:assert/strict";
import { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type * as z from "zod/mini";
import { type SocketEventName, type SocketEvents, socketEvents } from "#lib/api/socket-events.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

export interface ReceivedEvent {
  event: string;
  payload: unknown;
}

export interface TestSocket {
  socket: Socket;
  /** Every event so far, in order. */
  events: ReceivedEvent[];
  /** @throws where a device received anything but what the schema of the event names. */
  payloadsOf<E extends SocketEventName>(event: E): SocketEvents[E][];
}

interface ConnectOptions extends Partial<ManagerOptions & SocketOptions> {
  token?: string;
  host?: string;
  headers?: Record<string, string>;
}

const toThisMachine: LookupFunction = (_hostname, { all }, done) => {
  if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
};

/** The schemas as seen through the name of one event. */
const eventSchemas: { [E in SocketEventName]: z.ZodMiniType<SocketEvents[E]> } = socketEvents;

const opened = new Set<Socket>();

/** Must be called after each test that opens sockets. */
export function closeSockets(): void {
  for (const socket of opened) socket.close();
  opened.clear();
}

/** A device: a stock client that never reconnects by itself. */
export async function openSocket(
  kampus: TestKampus,
  { token, host = "chat.kampus.localhost", headers, ...options }: ConnectOptions = {},
): Promise<TestSocket> {
  const socket = io(`http://${host}:${await kampus.listen()}`, {
    forceNew: true,
    agent: new Agent({ lookup: toThisMachine }) as unknown as string, // the types know browsers' agents only
    reconnection: false,
    transports: ["polling", "websocket"],
    extraHeaders: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    ...options,
  });
  opened.add(socket);
  const events: ReceivedEvent[] = [];
  socket.onAny((event: string, payload: unknown) => {
    events.push({ event, payload });
  });
  return {
    socket,
    events,
    payloadsOf: (event) =>
      events
        .filter((received) => received.event === event)
        .map(({ payload }) => {
          const named = eventSchemas[event].parse(payload);
          assert.deepEqual(payload, named, `the event ${event} carries more than its schema`);
          return named;
        }),
  };
}

/** Resolves once the device is connected. @throws the reason of the refusal. */
export async function connectSocket(
  kampus: TestKampus,
  options: ConnectOptions,
): Promise<TestSocket> {
  const device = await openSocket(kampus, options);
  await new Promise<void>((resolve, reject) => {
    device.socket.once("connect", resolve);
    device.socket.once("connect_error", reject);
  });
  return device;
}
