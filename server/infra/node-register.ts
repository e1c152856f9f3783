/**
 * The nodes of a deployment store their settings in the database, so that a mismatch is noticed when a node starts, and
 * not by members who miss their photos. They also store which Redis they use, because two nodes with different ones
 * would not receive each other's events, although each works by itself.
 */
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Db } from "#server/db/database.ts";

/** Settings that must be the same on all nodes, by variable. No secrets. */
type NodeSettings = Record<string, string>;

/** Where the register keeps the identity of a node's Redis, beside the variables. */
const redisName = "redis";
/** Stands there for a node without Redis, which shares one with nobody. */
const noRedis = "none";
const goneAfterS = 60;

interface RegisterOptions {
  settings: NodeSettings;
  redis: Redis | null;
  log: Pick<Logger, "warn">;
  beatMs?: number;
}

export type NodeRegister = Awaited<ReturnType<typeof registerNode>>;

/** Warns of each setting in which another live node differs. `close` notes the end of this node. */
export async function registerNode(
  { db }: Pick<Database, "db">,
  { settings, redis, log, beatMs = 15_000 }: RegisterOptions,
) {
  const id = randomUUID();
  const goneSince = sql<Date>`now() - make_interval(secs => ${goneAfterS})`;
  await db.deleteFrom("nodes").where("seen_at", "<", goneSince).execute();

  /** The identity of the Redis that this node sees, and since when, by the database's clock. */
  let seen: { identity: string; since: Date } | undefined;
  let nodesOnOtherRedis = 0;
  const apart = redis
    ? "another node uses a different Redis, or none, so the two do not receive each other's events; set the same REDIS_URL on all nodes"
    : "another node uses this database and REDIS_URL is unset, so the two do not receive each other's events; set the same REDIS_URL on all nodes";
  const beat = async () => {
    const identity = redis ? await identityOf(redis) : noRedis;
    const own = JSON.stringify({ ...settings, ...(identity && { [redisName]: identity }) });
    const values = { settings: own as unknown as object /* a column of JSON takes any object */ };
    const { seen_at: since } = await db
      .insertInto("nodes")
      .values({ id, ...values })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ ...values, seen_at: sql<Date>`now()` }),
      )
      .returning("seen_at")
      .executeTakeFirstOrThrow();
    if (identity !== seen?.identity) seen = identity ? { identity, since } : undefined;
    const before = nodesOnOtherRedis;
    nodesOnOtherRedis = seen ? await countElsewhere(db, { id, ...seen }, beatMs) : 0;
    if (nodesOnOtherRedis > 0 && before === 0) log.warn({ nodes: nodesOnOtherRedis }, apart);
  };
  await beat();
  // Its own row is there by now, so that of two nodes which start at once at least one finds the other.
  await warnOfDiffering(db, settings, log);
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error }, "could not store that this node serves");
    });
  }, beatMs).unref();
  return {
    /** How many other live nodes do not use the Redis of this one; without one, how many there are. */
    nodesOnOtherRedis: () => nodesOnOtherRedis,
    async close(): Promise<void> {
      clearInterval(timer);
      // Without the database its row expires by itself.
      await db
        .deleteFrom("nodes")
        .where("id", "=", id)
        .execute()
        .catch(() => undefined);
    },
  };
}

async function warnOfDiffering(
  db: Db,
  settings: NodeSettings,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const others = await db.selectFrom("nodes").select("settings").execute();
  const differing = new Set(
    others.flatMap((other) => {
      const theirs = other.settings as NodeSettings; // written by `registerNode`
      return Object.keys(settings).filter((name) => theirs[name] !== settings[name]);
    }),
  );
  for (const name of differing)
    log.warn({ variable: name }, `another node is set up otherwise: ${meanings[name] ?? name}`);
}

/**
 * A random identity that is stored in the Redis itself: that of the server would change with a failover. Undefined
 * while Redis does not answer.
 */
async function identityOf(redis: Redis): Promise<string | undefined> {
  try {
    const known = await redis.get(identityKey);
    if (known !== null) return known;
    await redis.set(identityKey, randomUUID(), "NX");
    return (await redis.get(identityKey)) ?? undefined;
  } catch {
    // Whatever is wrong with Redis, the node serves and must go on with its beats; other places log the fault.
    return undefined;
  }
}

const identityKey = "identity";

/**
 * Counts the other nodes that have seen another Redis more than a beat after this one first saw its own. This delay is
 * needed because an empty Redis gets a new identity, which every node sees within a beat. Of a node without Redis all
 * others that have stored themselves since its start count. A node that was killed stores nothing any more and does not
 * count, so that one which is alone and comes back after a crash is not told of itself.
 */
async function countElsewhere(
  db: Db,
  { id, identity, since }: { id: string; identity: string; since: Date },
  beatMs: number,
): Promise<number> {
  const hasRedis = identity !== noRedis;
  const others = hasRedis
    ? sql<boolean>`settings ->> ${sql.lit(redisName)} <> ${identity}`
    : sql<boolean>`true`;
  const { count } = await db
    .selectFrom("nodes")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("id", "<>", id)
    .where(others)
    .where("seen_at", ">", new Date(since.getTime() + (hasRedis ? beatMs : 0)))
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${goneAfterS})`)
    .executeTakeFirstOrThrow();
  return count;
}

const meanings: NodeSettings = {
  S3_URL:
    "uploads of one are missing on the other; all need the same S3_URL, or VAR_DIR on a folder that all share",
  REDIS_URL: "events and limits stay on one node; all need REDIS_URL",
};
