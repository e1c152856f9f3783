/** The events that a node's sockets receive without Redis: it went away, or was never there. */
import { once } from "node:events";
import net from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const redisUrl = process.env.TEST_REDIS_URL;
let kampus: TestKampus;
let wayToRedis: Awaited<ReturnType<typeof openWayTo>> | null;
beforeAll(async () => {
  wayToRedis = redisUrl ? await openWayTo(redisUrl) : null;
  const keyPrefix = `away-${process.pid}:`;
  kampus = await startTestKampus(
    wayToRedis ? { REDIS_URL: `${wayToRedis.url}?keyPrefix=${keyPrefix}` } : {},
  );
});
afterAll(async () => {
  await kampus.close();
  await wayToRedis?.end();
});
afterEach(closeSockets);

it("a message reaches a recipient on the same node without Redis", async () => {
  const [author, recipient] = await signedInMembers(kampus, 2);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(author, recipient);
  const device = await connectSocket(kampus, { token: recipient.token });

  await wayToRedis?.end();
  await messenger.say(author, chat.id, "Салом");

  await expect.poll(() => device.payloadsOf("message").map(({ text }) => text)).toEqual(["Салом"]);
});

/** A port that leads to Redis until it is ended. */
async function openWayTo(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const redis = net.connect(Number(port), hostname);
    for (const socket of [client, redis]) {
      open.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
    }
    client.pipe(redis).pipe(client);
  });
  return {
    url: `redis://127.0.0.1:${await listenOnFreePort(server)}`,
    async end() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
