import { once } from "node:events";
import { get } from "node:http";
import type { Manager } from "socket.io-client";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket, openSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });
afterEach(closeSockets);

type Engine = Manager["engine"];

const frames = 10_000;
const soon = { timeout: 5_000, interval: 10 };

it("a device that sends 10,000 frames loses its socket; others receive every message meanwhile", async () => {
  const messenger = testMessenger(kampus);
  const [one, other, flooder] = await signedInMembers(kampus, 3);
  const { id } = await messenger.open(one, other);
  const listener = await connectSocket(kampus, { token: other.token });
  const bad = await connectSocket(kampus, { token: flooder.token, transports: ["websocket"] });
  for (let frame = 0; frame < frames; frame += 1)
    bad.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
  for (let count = 0; count < 20; count += 1) await messenger.say(one, id);
  await expect.poll(() => bad.socket.connected, soon).toBe(false);
  const seqs = () => listener.payloadsOf("message").map(({ seq }) => seq);
  await expect.poll(seqs, soon).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(listener.payloadsOf("chat_delivered")).toEqual([]);
});

it.each([
  ["sends messages", (engine: Engine) => engine.write("0")],
  ["answers pings that nobody sent", ({ transport }: Engine) => transport.send([{ type: "pong" }])],
])("a connection that never signs in and %s is closed as well", async (_title, send) => {
  const bad = await openSocket(kampus, { autoConnect: false, transports: ["websocket"] });
  const manager = bad.socket.io;
  await new Promise((resolve) => manager.open(resolve));
  const { engine } = manager;
  const closed = new Promise((resolve) => engine.once("close", resolve));
  for (let frame = 0; frame < frames; frame += 1) send(engine);
  expect(await closed).toBe("transport close");
});

const unseenFrames: [string, (websocket: WebSocket) => void][] = [
  [
    "pings",
    (websocket) => {
      websocket.ping();
    },
  ],
  [
    "pongs",
    (websocket) => {
      websocket.pong();
    },
  ],
];

it.each(unseenFrames)("a device that sends 10,000 %s loses its socket", async (_title, send) => {
  const bad = await connectSocket(kampus, await oneMemberBy("websocket"));
  const { ws } = bad.socket.io.engine.transport as unknown as { ws: WebSocket };
  for (let frame = 0; frame < frames; frame += 1) send(ws);
  await expect.poll(() => bad.socket.connected, soon).toBe(false);
  // A page that did so by mistake does not begin anew.
  expect(bad.socket.active).toBe(false);
});

it.each([
  ...unseenFrames,
  [
    "probes",
    (websocket: WebSocket) => {
      websocket.send("2probe");
    },
  ] as const,
])(
  "a device that sends 10,000 %s over a WebSocket to which it never changes loses that one",
  async (_title, send) => {
    const { token, transports } = await oneMemberBy("polling");
    const { socket } = await connectSocket(kampus, { token, transports });
    const tried = new WebSocket(...(await trialOf(socket.io.engine, token)));
    await once(tried, "open");
    tried.on("error", () => undefined);
    for (let frame = 0; frame < frames; frame += 1) send(tried);
    await expect.poll(() => tried.readyState, soon).toBe(WebSocket.CLOSED);
    expect(socket.connected).toBe(true);
  },
);

it("a second WebSocket that a connection tries is ended at once, though its client does not close it", async () => {
  const { token, transports } = await oneMemberBy("polling");
  const { socket } = await connectSocket(kampus, { token, transports });
  const [address, options] = await trialOf(socket.io.engine, token);
  await once(new WebSocket(address, options), "open");
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
  const key = { "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==" };
  const second = get(address.replace("ws:", "http:"), {
    headers: { ...options.headers, ...upgrade, ...key },
  });
  // It reads on, and never answers the close frame.
  second.on("upgrade", (_response, connection) => connection.resume());
  await expect.poll(() => second.socket?.closed, soon).toBe(true);
  expect(socket.connected).toBe(true);
});

/** The address and headers by which a connection tries a WebSocket. */
const trialOf = async ({ id }: Engine, token: string) => {
  const port = await kampus.listen();
  const headers = { Host: "chat.kampus.localhost", Authorization: `Bearer ${token}` };
  const query = `EIO=4&transport=websocket&sid=${id}`;
  return [`ws://127.0.0.1:${port}/socket.io/?${query}`, { headers }] as const;
};

const oneMemberBy = async (transport: string) => {
  const { token } = await oneMember(kampus);
  return { token, transports: [transport] };
};
