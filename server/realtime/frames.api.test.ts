import type { Manager } from "socket.io-client";
import { afterEach, expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
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
