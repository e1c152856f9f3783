/** Nodes of Kampus on one database and one Redis, with the devices of members who each are on one of them. */
import { setTimeout as wait } from "node:timers/promises";
import { openDevices } from "#bench/chat/chat-devices.ts";
import { crowdOn, inPairs, insertCrowd } from "#bench/chat/chat-subjects.ts";
import { backendMs, processorMs, sumOfGrowth } from "#bench/measure/processor-time.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { Kampus } from "#e2e/kampus.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";

/** Longer than presence takes to note who has arrived. */
const settleMs = 4_000;

/** What the messages of a round took. */
export interface Spent {
  /** Messages that reached their recipient. */
  deliveries: number;
  lost: number;
  processorUs: { nodes: number; bystander: number; redis: number; database: number };
  /** What the nodes read from Redis: unlike processor time it is the same in each round. */
  redisBytes: number;
}

/** With one more node, the bystander, on which no member is. */
export async function openCluster(size: number, pairs: number) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await createTemporaryDatabase());
  const redis = opening.adopt(await startTestRedis(), (started) => started.close());
  const variables = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    RATE_LIMIT_SCALE: "100000",
    // All clusters together must leave a PostgreSQL connections for others.
    DATABASE_POOL: "4",
  };
  const start = async () => opening.use(await Kampus.start(variables));
  const first = await start();
  const nodes = [first];
  while (nodes.length < size) nodes.push(await start());
  const bystander = await start();
  await inDatabase(database.url, (client) => insertCrowd(client, inPairs(pairs)));
  const ports = nodes.map(({ deployment }) => Number(deployment.port));
  const devices = opening.use(await openDevices(crowdOn(first, inPairs(pairs)), ports));
  await devices.connect(2 * pairs);
  await wait(settleMs);
  const used = await createMeter({ nodes, bystander, redis, databaseUrl: database.url });
  const idled = async (ms: number) => {
    const before = await processorMs(bystander.processId);
    await wait(ms);
    return (await processorMs(bystander.processId)) - before;
  };
  const opened = opening.move();
  return {
    deliver: async (rate: { perSecond: number; seconds: number }): Promise<Spent> => {
      const before = await used();
      const { messages, lost, refused } = await devices.send(rate);
      const after = await used();
      return {
        deliveries: messages - lost,
        lost: lost + refused,
        processorUs: {
          nodes: (after.nodesMs - before.nodesMs) * 1000,
          bystander: (after.bystanderMs - before.bystanderMs) * 1000,
          redis: (after.redisMs - before.redisMs) * 1000,
          database: sumOfGrowth(before.backendMs, after.backendMs) * 1000,
        },
        redisBytes: after.readBytes - before.readBytes,
      };
    },
    /** What the bystander uses in a time without messages. */
    idled,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface Metered {
  nodes: Kampus[];
  bystander: Kampus;
  redis: TestRedis;
  databaseUrl: string;
}

/** Returns what reads how much each of these has used so far. */
async function createMeter({ nodes, bystander, redis, databaseUrl }: Metered) {
  const redisId = await redisNumber(redis, "server", "process_id");
  return async () => {
    const ofNodes = await Promise.all(nodes.map(({ processId }) => processorMs(processId)));
    const nodesMs = ofNodes.reduce((sum, ms) => sum + ms, 0);
    const readBytes = await redisNumber(redis, "stats", "total_net_output_bytes");
    return {
      nodesMs,
      readBytes,
      bystanderMs: await processorMs(bystander.processId),
      redisMs: await processorMs(redisId),
      backendMs: await backendMs(databaseUrl),
    };
  };
}

async function redisNumber(redis: TestRedis, section: string, name: string): Promise<number> {
  const info = String(await redis.command("INFO", section));
  return Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1]);
}
