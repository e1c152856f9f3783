import { createServer } from "node:http";
import { pino } from "pino";
import type { Socket } from "socket.io";
import { io } from "socket.io-client";
import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import { createRealtime } from "#server/realtime/realtime.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

const anyone = {
  id: 1,
  verified: true,
  locale: "ru",
  sessionId: "session",
  liveMs: 60_000,
  useIsUnmarked: false,
};
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Unless told otherwise a device does not come again. */
const connectTo = (port: number, options: Parameters<typeof io>[1] = {}) =>
  io(`http://localhost:${port}`, {
    ...{ extraHeaders: bearer("token"), reconnection: false, forceNew: true },
    ...options,
  });

it("a session that ends while its socket connects receives only the event of its end", async () => {
  const found = [anyone, null];
  const { realtime, port, close } = await serve({
    findSession: () => Promise.resolve(found.shift() ?? null),
  });
  realtime.onConnect((_userId, emit) => {
    emit("friendship", { pending: 0 });
    return Promise.resolve();
  });
  const socket = connectTo(port);
  try {
    const received: string[] = [];
    socket.onAny((event: string) => received.push(event));
    await new Promise((resolve) => socket.once("disconnect", resolve));
    expect(received).toEqual(["session_ended"]);
  } finally {
    socket.close();
    await close();
  }
});

it("a device that signs in again while it signs in loses its connection, and its session is asked for once", async () => {
  const answer = Promise.withResolvers<typeof anyone>();
  let asked = 0;
  const { port, close } = await serve({
    findSession: () => {
      asked += 1;
      return answer.promise;
    },
  });
  const device = connectTo(port, { transports: ["websocket"] });
  try {
    // By then the client has sent its own sign-in.
    device.io.once("open", () => setImmediate(() => device.io.engine.send("0")));
    await new Promise((resolve) => device.io.once("close", resolve));
    answer.resolve(anyone);
    expect(asked).toBe(1);
  } finally {
    device.close();
    await close();
  }
});

it("a refused device may sign in again over its connection", async () => {
  const found = [null, anyone];
  const { port, close } = await serve({
    findSession: () => Promise.resolve(found.shift() ?? null),
  });
  const device = connectTo(port, { transports: ["websocket"] });
  try {
    await new Promise((resolve) => device.once("connect_error", resolve));
    device.connect();
    await new Promise<void>((resolve) => device.once("connect", resolve));
  } finally {
    device.close();
    await close();
  }
});

it("a session loses its socket even if the event of its end did not reach this process", async () => {
  let session: typeof anyone | null = anyone;
  const { port, close } = await serve({
    recheckMs: 20,
    findSession: () => Promise.resolve(session),
  });
  const socket = connectTo(port);
  try {
    const received: string[] = [];
    socket.onAny((event: string) => received.push(event));
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    const closed = new Promise((resolve) => socket.once("disconnect", resolve));
    session = null;
    await closed;
    expect(received).toEqual(["session_ended"]);
  } finally {
    socket.close();
    await close();
  }
});

const databaseAway = () =>
  Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));

const broken = () => Promise.reject(new Error("nobody has thought of this"));

it.each([
  ["polling", "the database is away", databaseAway],
  ["websocket", "the database is away", databaseAway],
  ["polling", "sessions cannot be read", broken],
  ["websocket", "sessions cannot be read", broken],
])(
  "a device that comes by %s while %s connects by itself once it can",
  async (transport, _reason, fail) => {
    let asked = 0;
    const { port, close } = await serve({
      findSession: () => {
        asked += 1;
        return asked < 3 ? fail() : Promise.resolve(anyone);
      },
    });
    const reconnecting = { reconnection: true, reconnectionDelay: 10, reconnectionDelayMax: 10 };
    const socket = connectTo(port, { transports: [transport], ...reconnecting });
    try {
      await new Promise<void>((resolve) => socket.once("connect", resolve));
      expect(asked).toBeGreaterThanOrEqual(3);
    } finally {
      socket.close();
      await close();
    }
  },
);

it("devices that come while the database is away are refused with 503 before they ask it", async () => {
  let asked = 0;
  const { port, close } = await serve({
    findSession: () => {
      asked += 1;
      return databaseAway();
    },
  });
  const socket = connectTo(port);
  try {
    await new Promise((resolve) => socket.io.once("close", resolve));
    const address = `http://localhost:${port}/socket.io/?EIO=4&transport=polling`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => fetch(address, { headers: bearer("token") })),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers.get("retry-after")).toBe("1");
    expect(asked).toBe(1);
  } finally {
    socket.close();
    await close();
  }
});

it("a device that does not read its events is dropped; others receive everything", async () => {
  const { realtime, port, close } = await serve({
    findSession: (token) => Promise.resolve({ ...anyone, id: token === "slow" ? 1 : 2 }),
  });
  const [slow, quick] = ["slow", "quick"].map((token) =>
    connectTo(port, { extraHeaders: bearer(token), transports: ["websocket"] }),
  );
  try {
    if (!slow || !quick) throw new Error("two devices were made");
    let received = 0;
    quick.on("draft", () => {
      received += 1;
    });
    await Promise.all(
      [slow, quick].map(
        (socket) => new Promise<void>((resolve) => socket.once("connect", resolve)),
      ),
    );
    const { ws } = slow.io.engine.transport as unknown as { ws: { pause: () => void } }; // only the client on Node has `ws`
    ws.pause();
    let sent = 0;
    for (; sent < 500 && realtime.isHere(1); sent += 1) {
      realtime.publish([1, 2], "draft", { chat_id: 1, text: "я".repeat(32 * 1024), version: 1 });
      await new Promise(setImmediate);
    }
    expect([realtime.isHere(1), realtime.isHere(2)]).toEqual([false, true]);
    await expect.poll(() => received).toBe(sent);
  } finally {
    slow?.close();
    quick?.close();
    await close();
  }
});

it("an event is one frame in one piece, made once for all the devices that it reaches", async () => {
  const { realtime, port, close } = await serve({
    findSession: (token) => Promise.resolve({ ...anyone, id: Number(token) }),
  });
  const frames: unknown[] = [];
  realtime.io.engine.on("connection", (connection: Socket["conn"]) => {
    connection.on("packetCreate", ({ options }: { options: { wsPreEncodedFrame?: Buffer[] } }) => {
      if (options.wsPreEncodedFrame) frames.push(...options.wsPreEncodedFrame);
    });
  });
  const devices = ["1", "2"].map((token) =>
    io(`http://localhost:${port}`, {
      extraHeaders: { Authorization: `Bearer ${token}` },
      transports: ["websocket"],
      forceNew: true,
    }),
  );
  try {
    const received: unknown[] = [];
    for (const device of devices) device.on("friendship", (event: unknown) => received.push(event));
    await Promise.all(
      devices.map((device) => new Promise<void>((resolve) => device.once("connect", resolve))),
    );
    realtime.publish([1, 2], "friendship", { pending: 3 });
    await expect.poll(() => received).toEqual([{ pending: 3 }, { pending: 3 }]);
    expect(frames).toHaveLength(devices.length);
    expect(new Set(frames).size).toBe(1);
  } finally {
    for (const device of devices) device.close();
    await close();
  }
});

it("of the request that opened a socket only the token stays in memory", async () => {
  const { realtime, port, close } = await serve({ findSession: () => Promise.resolve(anyone) });
  const device = io(`http://localhost:${port}`, {
    extraHeaders: { Authorization: "Bearer token", "User-Agent": "a phone", Cookie: "locale=ru" },
    transports: ["websocket"],
    forceNew: true,
  });
  try {
    await new Promise<void>((resolve) => device.once("connect", resolve));
    const kept = [...realtime.io.of("/").sockets.values()].map(({ handshake, request }) => [
      handshake.headers,
      request.headers,
    ]);
    const token = { authorization: "Bearer token" };
    expect(kept).toEqual([[token, token]]);
  } finally {
    device.close();
    await close();
  }
});

it("a device that pings without reading is not answered, so that no answers wait in memory for it", async () => {
  const { realtime, port, close } = await serve({ findSession: () => Promise.resolve(anyone) });
  const device = connectTo(port, { transports: ["websocket"] });
  try {
    await new Promise<void>((resolve) => device.once("connect", resolve));
    const { ws } = device.io.engine.transport as unknown as { ws: WebSocket };
    let pongs = 0;
    ws.on("pong", () => (pongs += 1));
    ws.ping();
    await expect.poll(() => pongs).toBe(1);
    ws.pause();
    const [socket] = realtime.io.of("/").sockets.values();
    while (socket?.conn.transport.writable) {
      socket.emit("filling", "x".repeat(60_000));
      await new Promise(setImmediate);
    }
    const { frames } = realtime.numbers();
    for (let count = 0; count < 50; count += 1) ws.ping();
    await expect.poll(() => realtime.numbers().frames).toBe(frames + 50);
    ws.resume();
    await expect.poll(() => socket?.conn.transport.writable).toBe(true);
    ws.ping();
    await expect.poll(() => pongs).toBe(2);
  } finally {
    device.close();
    await close();
  }
});

async function serve(
  options: Pick<Parameters<typeof createRealtime>[0], "findSession" | "recheckMs">,
) {
  const realtime = createRealtime({
    deployment: { rootDomain: "localhost", scheme: "http", port: "" },
    limitScale: 1,
    redis: null,
    log: pino({ level: "silent" }),
    ...options,
  });
  const server = createServer();
  realtime.attach(server);
  const port = await listenOnFreePort(server);
  return { realtime, port, close: () => realtime.io.close() };
}
