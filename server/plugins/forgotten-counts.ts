import { setTimeout as wait } from "node:timers/promises";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { isRedisAway } from "#server/infra/redis.ts";

/** A caller waits no longer for Redis, because no request depends on when a count is deleted. */
const waitMsMax = 50;
/** The limit of keys to delete that wait for Redis to return; they take 20 MB at most. */
const owedMax = 100_000;
const keysAtOnce = 1_000;

/**
 * Deletes counts from Redis. Deletions that fail while it is away are repeated as soon as it is back: otherwise
 * failures from before would slow down a member who has signed in meanwhile.
 */
export function createForgetCounts(redis: Redis): (...keys: string[]) => Promise<void> {
  const owed = new LRUCache<string, true>({ max: owedMax });
  const forget = async (keys: string[]) => {
    try {
      await redis.del(...keys);
    } catch (error) {
      if (!isRedisAway(error)) throw error;
      for (const key of keys) owed.set(key, true);
      return;
    }
    forgetOwed();
  };
  /** Deletes one portion; each success of `forget` calls this again for the next. */
  const forgetOwed = () => {
    const keys = [...owed.keys()].slice(0, keysAtOnce);
    for (const key of keys) owed.delete(key);
    // Nobody waits for this, and a count that is not deleted expires by itself.
    if (keys.length > 0) forget(keys).catch(() => undefined);
  };
  // A Redis that refused writes for a while, for example because it was full, stays connected: then the next successful
  // deletion begins the rest.
  redis.on("ready", forgetOwed);
  return (...keys) => Promise.race([forget(keys), wait(waitMsMax, undefined, { ref: false })]);
}
