/** Nodes with different settings lose uploads of members, or keep events to themselves, so the start warns of that. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { registerNode } from "#server/infra/node-register.ts";
import { Redis } from "ioredis";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-second-node-"));
let kampus: Awaited<ReturnType<typeof startTestKampus>>;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(async () => {
  await kampus.close();
  rmSync(folder, { recursive: true, force: true });
});

async function warningsOf(variables: Record<string, string>): Promise<string[]> {
  const warned: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => warned.push(line) });
  const other = await kampus.anotherNode(variables, log);
  await other.close();
  return warned.filter((line) => line.includes("another node is set up otherwise"));
}

describe("a node that starts beside another", () => {
  it("warns of nothing if both have the same settings", async () => {
    expect(await warningsOf({})).toEqual([]);
  });

  it("warns that uploads of one are missing on the other if each has a folder of its own", async () => {
    expect(await warningsOf({ VAR_DIR: folder })).toEqual([
      expect.stringMatching(/"variable":"S3_URL".*uploads of one are missing on the other/),
    ]);
  });

  it("warns of domains that the others do not serve", async () => {
    expect(await warningsOf({ ACCOUNT_DOMAINS: "talim.example" })).toEqual([
      expect.stringContaining('"variable":"ACCOUNT_DOMAINS"'),
    ]);
  });

  it("compares its settings with those of live nodes, not of ended ones", async () => {
    const [{ db }, log] = [kampus, pino({ level: "silent" })];
    const settings = { S3_URL: "of a node that was killed" };
    await registerNode({ db }, { settings, redis: null, log });
    const lost = sql`settings->>'S3_URL' = 'of a node that was killed'`;
    await sql`UPDATE nodes SET seen_at = now() - interval '2 minutes' WHERE ${lost}`.execute(db);
    expect(await warningsOf({})).toEqual([]);
  });
});

describe("two nodes of one database", () => {
  let servers: TestRedis[];
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    servers = [await startTestRedis(), await startTestRedis()];
    testDatabase = await createTestDatabase(inject("preparedDatabase"));
    const log = pino({ level: "silent" });
    database = await openDatabase({ ...readEnv(testDatabase.variables), log });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await database.close();
    await testDatabase.drop();
  });

  /** Registers a node for each address, null for one without Redis; counts its beats and keeps its warnings. */
  async function nodesOn(urls: (string | null)[], beatMs = 40) {
    const nodes = await Promise.all(
      urls.map(async (url) => {
        const [redis, warned] = [url === null ? null : new Redis(url), [] as string[]];
        const log = pino({ level: "warn" }, { write: (line: string) => warned.push(line) });
        const register = await registerNode(database, { settings: {}, redis, log, beatMs });
        return { redis, warned, register };
      }),
    );
    return {
      elsewhere: () => nodes.map(({ register }) => register.nodesOnOtherRedis()),
      warned: () => nodes.map(({ warned }) => warned),
      /** Resolves once each node has renewed its row `count` times more. */
      beats: async (count: number) => {
        for (let beat = 0; beat < count; beat += 1) {
          const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(database.db);
          const late = sql<number>`count(*) FILTER (WHERE seen_at > ${rows[0]?.now})::integer`;
          await expect
            .poll(async () => {
              const counted = database.db.selectFrom("nodes").select(late.as("count"));
              return (await counted.executeTakeFirst())?.count;
            })
            .toBeGreaterThanOrEqual(urls.length);
        }
      },
      async close() {
        for (const { redis, register } of nodes) {
          await register.close();
          redis?.disconnect();
        }
      },
    };
  }
  const urlOf = (index: number, rest = "") => `${servers[index]?.url}${rest}`;

  it.each([
    ["servers of Redis", () => [urlOf(0), urlOf(1)]],
    ["databases of one Redis", () => [urlOf(0), urlOf(0, "/1")]],
  ])("that use different %s warn of it once, and count it", async (_title, urls) => {
    const nodes = await nodesOn(urls());
    try {
      await expect.poll(nodes.elsewhere).toEqual([1, 1]);
      await nodes.beats(3);
      expect(nodes.warned()).toEqual([
        [expect.stringContaining("another node uses a different Redis")],
        [expect.stringContaining("another node uses a different Redis")],
      ]);
    } finally {
      await nodes.close();
    }
  });

  it.each([
    ["neither has", () => [null, null], /REDIS_URL is unset/, /REDIS_URL is unset/],
    ["one lacks", () => [urlOf(0), null], /different Redis, or none/, /REDIS_URL is unset/],
  ])(
    "warn once, and count it, where %s a Redis, so that an operator learns why events stay on their node",
    async (_title, urls, first, second) => {
      const nodes = await nodesOn(urls());
      try {
        await expect.poll(nodes.elsewhere).toEqual([1, 1]);
        await nodes.beats(3);
        expect(nodes.warned()).toEqual([
          [expect.stringMatching(first)],
          [expect.stringMatching(second)],
        ]);
      } finally {
        await nodes.close();
      }
    },
  );

  it("one of which was killed are not two: a node without Redis that comes back is told of nothing", async () => {
    const settings = { S3_URL: "of a node that was killed" };
    const beatMs = 3_600_000;
    await registerNode(database, { settings, redis: null, log: pino({ level: "silent" }), beatMs });
    const nodes = await nodesOn([null]);
    try {
      await nodes.beats(3);
      expect([nodes.elsewhere(), nodes.warned()]).toEqual([[0], [[]]]);
    } finally {
      await nodes.close();
      await database.db.deleteFrom("nodes").execute();
    }
  });

  it("that use one Redis warn of nothing, although it forgets everything meanwhile", async () => {
    // Two beats must not be so far apart on a busy machine that one overtakes the other.
    const nodes = await nodesOn([urlOf(0), urlOf(0)], 500);
    try {
      for (let time = 0; time < 2; time += 1) {
        await servers[0]?.command("FLUSHALL");
        await nodes.beats(3);
      }
      expect([nodes.elsewhere(), nodes.warned()]).toEqual([
        [0, 0],
        [[], []],
      ]);
    } finally {
      await nodes.close();
    }
  });
});
