/** The events that members' devices on two nodes receive while Redis fails in one way or another. */
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { connectRedis } from "#server/infra/redis.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

interface LogLine {
  level: number;
  msg: string;
}

const atOnce = { timeout: 1_000, interval: 20 };
/** From the return of Redis until every device has refetched what it missed. */
const afterReturn = { timeout: 2_000, interval: 20 };

describe("on two nodes", () => {
  const lines: LogLine[] = [];
  let redis: TestRedis;
  let kampus: Awaited<ReturnType<typeof startTestKampus>>;
  let other: TestKampus;
  let messenger: ReturnType<typeof testMessenger>;
  let author: SignedInMember;
  let recipient: typeof author;
  let chatId: number;
  /** The recipient's devices, on the author's node and on the other one. */
  let near: TestSocket;
  let far: TestSocket;

  beforeAll(async () => {
    redis = await startTestRedis();
    const log = createLog("info", { write: (line) => lines.push(JSON.parse(line) as LogLine) });
    kampus = await startTestKampus({ REDIS_URL: redis.url }, log);
    other = await kampus.anotherNode();
    messenger = testMessenger(kampus);
  });
  afterAll(async () => {
    await other.close();
    await kampus.close();
    await redis.close();
  });
  beforeEach(async () => {
    [author, recipient] = await signedInMembers(kampus, 2);
    chatId = (await messenger.open(author, recipient)).id;
    near = await connectSocket(kampus, recipient);
    far = await connectSocket(other, recipient);
    await sayUntilReceived();
    lines.length = 0;
  });
  afterEach(async () => {
    closeSockets();
    redis.resume();
    await redis.command("CONFIG", "SET", "maxmemory", 0);
    await redis.command("REPLICAOF", "NO", "ONE");
    await expect.poll(readiness).toEqual([readyOnBoth, readyOnBoth]);
  });

  const readyOnBoth = [200, "ready", "ok"];
  const readiness = () =>
    Promise.all(
      [kampus, other].map(async ({ get }) => {
        const answer = await get("/readyz");
        const { status, redis: state } = answer.json<{ status: string; redis: string }>();
        return [answer.statusCode, status, state];
      }),
    );
  const textsOf = (device: TestSocket) => device.payloadsOf("message").map(({ text }) => text);
  const resyncsOf = (device: TestSocket) => device.payloadsOf("resync").length;
  const warnings = () => lines.filter((line) => line.level >= 40).map(({ msg }) => msg);
  const sayUntilReceived = async () => {
    const { text } = await messenger.say(author, chatId, `Алло ${crypto.randomUUID()}`);
    for (const device of [near, far]) await expect.poll(() => textsOf(device)).toContain(text);
    for (const device of [near, far]) device.events.length = 0;
  };
  /** Each reaches the author's node within a moment; returns their texts. */
  const sayAway = async (count = 5) => {
    const said = [];
    for (let number = 1; number <= count; number += 1) {
      const text = `Без Redis ${crypto.randomUUID()}`;
      said.push(text);
      await messenger.say(author, chatId, text);
      await expect.poll(() => textsOf(near), atOnce).toContain(text);
    }
    return said;
  };
  /** Asks for what was missed, by seq, like a client after a resync. */
  const asksFor = async (node: TestKampus) => {
    const texts: string[] = [];
    for (let [after, last] = [0, 1]; after < last;) {
      const page = await testMessenger(node).history(recipient, chatId, { after, limit: 100 });
      texts.push(...page.data.map(({ text }) => text));
      after = page.data.at(-1)?.seq ?? Infinity;
      last = page.meta.last_seq;
    }
    return texts;
  };
  const expectResync = async (said: string[], within = afterReturn) => {
    for (const device of [near, far])
      await expect.poll(() => resyncsOf(device), within).toBeGreaterThan(0);
    expect(await asksFor(other)).toEqual(expect.arrayContaining(said));
  };

  it("while Redis is killed devices of the same node receive everything at once, and all get one resync when it is back", async () => {
    await redis.kill();
    const [said, killedAt] = [await sayAway(), Date.now()];
    while (Date.now() - killedAt < 3_000) said.push(...(await sayAway()));
    await expect.poll(readiness).toEqual([degraded, degraded]);
    await redis.start();
    await expectResync(said);
    await sayAfterOneResync();
    expect(warnings()).toEqual(expect.arrayContaining(["redis connection lost, will reconnect"]));
    expect(warnings().length).toBeLessThanOrEqual(4); // two of each node
  });

  it("while Redis is silent devices of the same node receive everything at once, and all get one resync when it answers", async () => {
    redis.pause();
    const said = await sayAway();
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([degraded, degraded]);
    redis.resume();
    await expectResync(said);
    await sayAfterOneResync();
  });

  it("while Redis is a replica devices of the same node receive everything at once, the log says it once, and all get one resync afterwards", async () => {
    await redis.command("REPLICAOF", "127.0.0.1", 1);
    const said = await sayAway(20);
    await expect.poll(readiness).toEqual([degraded, degraded]);
    expect(warnings().filter((message) => message.includes("refuses"))).toHaveLength(2);
    expect(warnings().length).toBeLessThanOrEqual(4);
    expect(textsOf(far)).toEqual([]);
    await redis.command("REPLICAOF", "NO", "ONE");
    await expectResync(said);
    await sayAfterOneResync();
  });

  it("while Redis is full devices of the same node receive everything at once, and all get one resync when it has room", async () => {
    await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await redis.command("CONFIG", "SET", "maxmemory", 1);
    const said = await sayAway();
    await expect.poll(readiness).toEqual([degraded, degraded]);
    await redis.command("CONFIG", "SET", "maxmemory", 0);
    await expectResync(said);
    await sayAfterOneResync();
  });

  it("devices whose node lost its connections to Redis for a moment get one resync", async () => {
    for (const type of ["normal", "pubsub"]) await redis.command("CLIENT", "KILL", "TYPE", type);
    await expectResync([]);
    await sayAfterOneResync();
  });

  it("devices whose node lost its subscription to events get one resync", async () => {
    await redis.command("CLIENT", "KILL", "TYPE", "pubsub");
    await expectResync([]);
    await sayAfterOneResync();
  });

  it("devices get one resync when Redis has forgotten on which nodes they are", async () => {
    await redis.command("FLUSHALL");
    const said = await sayAway();
    // Noticed once a node's own writes have not returned for three seconds.
    await expectResync(said, { timeout: 6_000, interval: 20 });
    await sayAfterOneResync();
  });

  const degraded = [200, "degraded", "away"];
  const sayAfterOneResync = async () => {
    const { text } = await messenger.say(author, chatId, `Снова ${crypto.randomUUID()}`);
    for (const device of [near, far]) {
      await expect.poll(() => textsOf(device)).toContain(text);
      expect(resyncsOf(device)).toBe(1);
      // It is greeted again, because its counters may have changed meanwhile.
      expect(device.payloadsOf("all_new_messages_count").length).toBeGreaterThan(0);
    }
  };
});

describe("events that one node publishes while Redis accepts nothing", () => {
  let redis: TestRedis;
  let node: Awaited<ReturnType<typeof openNode>>;
  beforeAll(async () => {
    redis = await startTestRedis();
    node = await openNode(redis.url);
  });
  afterAll(async () => {
    await node.close();
    await redis.close();
  });

  it.each([
    ["silent", () => void redis.pause(), () => Promise.resolve(redis.resume())],
    ["gone", () => redis.kill(), () => redis.start()],
  ])("is not kept beyond 8 MB, while it is %s", async (_title, take, giveBack) => {
    await take();
    const { unpublished: before } = node.realtime.numbers();
    let most = 0;
    for (let count = 0; count < 5_000; count += 1) {
      node.realtime.publish(1, "draft", { chat_id: 1, text: "x".repeat(10_000), version: 1 });
      most = Math.max(most, node.realtime.numbers().bytesInFlight);
    }
    await giveBack();
    await expect.poll(() => node.realtime.reachesOtherNodes(), { timeout: 10_000 }).toBe(true);
    const { unpublished } = node.realtime.numbers();
    expect(unpublished - before).toBeGreaterThan(4_100);
    expect(most).toBeLessThan(8.1 * 1024 * 1024);
  });
});

async function openNode(url: string) {
  const log = createLog("silent");
  const redis = await connectRedis(url, log);
  const realtime = createRealtime({
    deployment: { rootDomain: "localhost", scheme: "http", port: "" },
    limitScale: 1,
    redis,
    log,
    findSession: () => Promise.resolve(null),
  });
  realtime.attach(createServer());
  return {
    realtime,
    async close() {
      await realtime.io.of("/").adapter.close();
      redis.close();
    },
  };
}
