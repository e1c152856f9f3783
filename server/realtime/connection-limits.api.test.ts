import { request } from "node:http";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { httpRequest } from "#server/testing/http-request.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import {
  closeSockets,
  connectSocket,
  openSocket,
  type TestSocket,
} from "#server/testing/test-socket.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1", TRUSTED_PROXIES: "127.0.0.1" });
afterEach(closeSockets);

const accountMax = 20;
const networkMax = 200;
const soon = { timeout: 5_000, interval: 20 };

/** The address of a connection; `from` as the proxy reports it. */
const begin = async (from: string, headers: Record<string, string> = {}) =>
  httpRequest(kampus, "/socket.io/?EIO=4&transport=polling", {
    host: "chat.kampus.localhost",
    headers: { "X-Forwarded-For": from, ...headers },
  });

const connectMany = async (token: string, count: number, at: TestKampus = kampus) => {
  const sockets: TestSocket[] = [];
  for (let index = 0; index < count; index += 1)
    sockets.push(await connectSocket(at, { token, transports: ["websocket"] }));
  return sockets;
};
const connected = (sockets: TestSocket[]) => sockets.map(({ socket }) => socket.connected);

it("an account that opens a 21st socket loses its oldest one, and other accounts lose none", async () => {
  const [member, other] = await signedInMembers(kampus, 2);
  const [bystander] = await connectMany(other.token, 1);
  const sockets = await connectMany(member.token, accountMax + 2);
  const alive = [false, false, ...Array.from({ length: accountMax }, () => true)];
  await expect.poll(() => connected(sockets), soon).toEqual(alive);
  expect(bystander?.socket.connected).toBe(true);
});

it("a socket that has disconnected no longer counts for its account: the oldest goes on receiving", async () => {
  const [member, other] = await signedInMembers(kampus, 2);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(other, member);
  const [oldest] = await connectMany(member.token, 1);
  for (let left = 0; left <= accountMax; left += 5)
    for (const { socket } of await connectMany(member.token, 5)) socket.close();
  const sockets = await connectMany(member.token, 5);
  await messenger.say(other, chat.id);
  await expect.poll(() => oldest?.payloadsOf("message"), soon).toHaveLength(1);
  expect(connected(sockets)).not.toContain(false);
});

/** An embedded database is of one process. */
const onTwoServers = process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL ? it : null;
onTwoServers?.("the sockets of an account are counted over all servers", async () => {
  const there = await kampus.anotherNode();
  try {
    const member = await oneMember(kampus);
    const first = await connectMany(member.token, 5);
    const second = await connectMany(member.token, accountMax, there);
    await expect.poll(() => connected(first), soon).toEqual(first.map(() => false));
    expect(connected(second)).not.toContain(false);
  } finally {
    await there.close();
  }
});

it("a network may open no more than 200 connections that do not sign in; those with a live token still connect", async () => {
  const { token } = await oneMember(kampus);
  const answers = await Promise.all(
    Array.from({ length: networkMax + 20 }, () => begin("203.0.113.7")),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(networkMax);
  expect(refused).toHaveLength(20);
  for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);

  const forged = { Authorization: `Bearer ${"A".repeat(43)}` };
  expect((await begin("203.0.113.7", forged)).status).toBe(429);
  expect((await begin("203.0.113.7", { Authorization: `Bearer ${token}` })).status).toBe(200);
  const from = { "X-Forwarded-For": "203.0.113.7" };
  for (const transport of ["polling", "websocket"]) {
    const { socket } = await connectSocket(kampus, {
      token,
      headers: from,
      transports: [transport],
    });
    expect(socket.connected).toBe(true);
  }
  expect((await begin("203.0.113.8")).status).toBe(200);
});

it("any number of members may be signed in from one network", async () => {
  const { token } = await oneMember(kampus);
  const from = { "X-Forwarded-For": "203.0.113.9" };
  for (let round = 0; round <= networkMax / accountMax; round += 1) {
    const sockets = await Promise.all(
      Array.from({ length: accountMax }, () =>
        connectSocket(kampus, { token, headers: from, transports: ["websocket"] }),
      ),
    );
    expect(connected(sockets)).not.toContain(false);
    closeSockets();
  }
});

it("connections from the addresses of one IPv6 network (/64) are counted together", async () => {
  const answers = await Promise.all(
    Array.from({ length: networkMax + 5 }, (_, index) => begin(`2001:db8:1:1::${index + 1}`)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await begin("2001:db8:1:2::1")).status).toBe(200);
});

it("a connection that has not signed in is closed within seconds", async () => {
  const device = await openSocket(kampus, { autoConnect: false, transports: ["websocket"] });
  const manager = device.socket.io;
  await new Promise((resolve) => manager.open(resolve));
  const begun = performance.now();
  await new Promise((resolve) => manager.engine.once("close", resolve));
  expect(performance.now() - begun).toBeLessThan(10_000);
}, 15_000);

it("a connection that signs off is closed, so that none stays without a member", async () => {
  const { token } = await oneMember(kampus);
  const { socket } = await connectSocket(kampus, { token, transports: ["websocket"] });
  const { engine } = socket.io;
  const closed = new Promise((resolve) => engine.once("close", resolve));
  engine.write("41");
  expect(await closed).toBe("transport close");
});

it("an upgrade beyond the 200 of a network is refused with the time to try again", async () => {
  await Promise.all(Array.from({ length: networkMax }, () => begin("203.0.113.20")));
  const asked = request({
    port: await kampus.listen(),
    host: "127.0.0.1",
    path: "/socket.io/?EIO=4&transport=websocket",
    headers: {
      Host: "chat.kampus.localhost",
      "X-Forwarded-For": "203.0.113.20",
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    },
  }).end();
  const [answer] = (await once(asked, "response")) as [{ statusCode: number; headers: object }];
  expect([answer.statusCode, answer.headers]).toMatchObject([429, { "retry-after": "5" }]);
  asked.destroy();
});
