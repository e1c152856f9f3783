/** The nodes to which events go: three nodes on a Redis of their own, each with devices of some members. */
import { createServer } from "node:http";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SocketEvents } from "#lib/api/socket-events.ts";
import { createLog } from "#server/infra/log.ts";
import { connectRedis } from "#server/infra/redis.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";

type Node = Awaited<ReturnType<typeof openNode>>;

let redis: TestRedis;
let author: Node;
let near: Node;
let far: Node;
const sockets: Socket[] = [];
beforeEach(async () => {
  redis = await startTestRedis();
  [author, near, far] = [
    await openNode(redis.url),
    await openNode(redis.url),
    await openNode(redis.url),
  ];
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  redis.resume();
  for (const node of [author, near, far]) await node.close();
  await redis.close();
});

/** A device of the member; returns its events as they arrive. */
async function connect({ port }: Node, userId: number): Promise<{ n: number }[]> {
  const socket = io(`http://localhost:${port}`, {
    extraHeaders: { Authorization: `Bearer ${userId}` },
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
  });
  sockets.push(socket);
  const events: { n: number }[] = [];
  socket.on("all_new_messages_count", (payload: SocketEvents["all_new_messages_count"]) => {
    events.push({ n: payload.all_new_messages_count });
  });
  socket.on("session_ended", () => events.push({ n: -1 }));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });
  return events;
}

const publish = ({ realtime }: Node, userIds: number | number[], n: number) => {
  realtime.publish(userIds, "all_new_messages_count", { all_new_messages_count: n });
};

const receivedBy = (...nodes: Node[]) => nodes.map(({ realtime }) => realtime.numbers().received);
const whereIs = (userId: number) => redis.command("SCARD", `at:user:${userId}`);

describe("an event", () => {
  it("reaches the node that has its recipient, and no other", async () => {
    const device = await connect(near, 2);
    await connect(far, 3);
    for (let n = 1; n <= 20; n += 1) publish(author, [1, 2], n);
    await expect.poll(() => device.length).toBe(20);
    expect(device.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    publish(author, 3, 21);
    await expect.poll(() => receivedBy(author, near, far)).toEqual([0, 20, 1]);
  });

  it("reaches a node once, however many of its recipients are there", async () => {
    const members = Array.from({ length: 30 }, (_, index) => index + 1);
    const devices = await Promise.all(members.map((id) => connect(id % 3 ? near : far, id)));
    publish(author, members, 1);
    for (const device of devices) await expect.poll(() => device).toEqual([{ n: 1 }]);
    expect(receivedBy(near, far)).toEqual([1, 1]);
  });

  it("reaches every node that has a device of its recipient, also the publishing one", async () => {
    const devices = [await connect(author, 2), await connect(near, 2), await connect(far, 2)];
    publish(author, 2, 1);
    for (const device of devices) await expect.poll(() => device).toEqual([{ n: 1 }]);
    expect(receivedBy(author, near, far)).toEqual([0, 1, 1]);
  });

  it("that is published in the moment in which a device learns that it is connected reaches it", async () => {
    for (let userId = 1; userId <= 20; userId += 1) {
      const device = await connect(near, userId);
      publish(author, userId, userId);
      await expect.poll(() => device).toEqual([{ n: userId }]);
    }
  });

  it("stays within its deployment where several share a Redis", async () => {
    for (const url of [`${redis.url}/1`, `${redis.url}?keyPrefix=other:`]) {
      const stranger = await openNode(url);
      await connect(stranger, 2);
      publish(author, 2, 1);
      author.realtime.share("topic", "content");
      await expect.poll(() => near.shared).toContain("content");
      near.shared.length = 0;
      expect([receivedBy(stranger), stranger.shared]).toEqual([[0], []]);
      await stranger.close();
    }
  });
});

describe("what a node shares", () => {
  it("with the nodes of a member reaches only them, and what it shares with all reaches all", async () => {
    await connect(near, 2);
    author.realtime.shareWith([1, 2], "topic", "some");
    await expect.poll(() => near.shared).toEqual(["some"]);
    author.realtime.share("topic", "all");
    await expect.poll(() => far.shared).toEqual(["all"]);
    await expect.poll(() => near.shared).toEqual(["some", "all"]);
    expect(author.shared).toEqual([]);
  });

  it("that another node cannot read, as of a later release, costs that node one line in its log and nothing more", async () => {
    await connect(near, 2);
    near.realtime.onShared("news", (content) => near.shared.push(...(content as number[])));
    for (const unreadable of [{ of: 1 }, 1, null]) {
      author.realtime.share("news", unreadable);
      author.realtime.share("news", [1, 2]);
    }
    await expect.poll(() => near.shared).toEqual([1, 2, 1, 2, 1, 2]);
    expect(near.logged).toEqual(["a message of another node cannot be read"]);
  });

  it("also goes to the node of the session that it ends", async () => {
    const device = await connect(far, 2);
    author.realtime.endSession("session-2");
    await expect.poll(() => device).toEqual([{ n: -1 }]);
    await expect.poll(() => far.realtime.hasDevices()).toBe(false);
  });
});

describe("the nodes of a member", () => {
  it("are removed a moment after the last device has gone", async () => {
    const node = await openNode(redis.url, { sweepRoomsMs: 50 });
    await Promise.all([connect(node, 2), connect(node, 2)]);
    sockets[0]?.close();
    // Whoever has no device left is removed, so that two sweeps have passed.
    for (const passing of [3, 4]) {
      await connect(node, passing);
      expect(await whereIs(passing)).toBe(1);
      sockets.pop()?.close();
      await expect.poll(() => whereIs(passing)).toBe(0);
    }
    expect(await whereIs(2)).toBe(1);
    sockets[1]?.close();
    await expect.poll(() => whereIs(2)).toBe(0);
    await node.close();
  });

  it("no longer include a dead one once an event finds no subscriber there", async () => {
    await connect(near, 2);
    const device = await connect(far, 2);
    await near.close();
    expect(await whereIs(2)).toBe(2);
    publish(author, 2, 1);
    await expect.poll(() => device).toEqual([{ n: 1 }]);
    expect(await whereIs(2)).toBe(1);
  });

  it("are the same as before after Redis has lost everything", async () => {
    const device = await connect(near, 2);
    await redis.kill();
    await redis.start();
    await expect.poll(() => whereIs(2), { timeout: 5_000 }).toBe(1);
    // The author's node may still be reconnecting; events that it publishes until then are lost, and replaced by a
    // resync.
    const receivedSince = () => {
      publish(author, 2, 1);
      return device.length;
    };
    await expect.poll(receivedSince, { timeout: 5_000 }).toBeGreaterThan(0);
  });
});

describe("a device that connects while Redis", () => {
  it.each([
    ["is silent", () => void redis.pause()],
    ["is gone", () => redis.kill()],
  ])("%s waits a second at most", async (_title, take) => {
    await take();
    const startedAt = performance.now();
    const device = await connect(near, 2);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    publish(near, 2, 1);
    await expect.poll(() => device).toEqual([{ n: 1 }]);
  });
});

/** The member with a number. */
async function openNode(url: string, { sweepRoomsMs = 5_000 } = {}) {
  const logged: string[] = [];
  const log = createLog("warn", {
    write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg),
  });
  const redisClients = await connectRedis(url, log);
  const realtime = createRealtime({
    deployment: { rootDomain: "localhost", scheme: "http", port: "" },
    limitScale: 1_000,
    sweepRoomsMs,
    redis: redisClients,
    log,
    findSession: (token) =>
      Promise.resolve({
        id: Number(token),
        sessionId: `session-${token}`,
        verified: true,
        locale: "ru",
        liveMs: 60_000,
        useIsUnmarked: false,
      }),
  });
  const shared: unknown[] = [];
  realtime.onShared("topic", (content) => shared.push(content));
  const server = createServer();
  realtime.attach(server);
  const port = await listenOnFreePort(server);
  let isOpen = true;
  return {
    realtime,
    shared,
    logged,
    port,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      realtime.io.engine.close();
      await realtime.io.of("/").adapter.close();
      await new Promise((resolve) => server.close(resolve));
      redisClients.close();
    },
  };
}
