import { setTimeout as wait } from "node:timers/promises";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { isRedisAway } from "#server/infra/redis.ts";

/** A caller waits no longer for Redis: nobody's request depends on when a count is gone. */
const waitMsMax = 50;
/** Keys that are kept for a Redis that is away: some 20 MB at most. */
const owedMax = 100_000;
const keysAtOnce = 1_000;

/**
 * Deletes counts from Redis. What it does not hear while it is away is deleted as soon as it is back, because a member
 * who has signed in meanwhile would otherwise be slowed by failures from before.
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
  /** Each portion that Redis takes is followed by the next. */
  const forgetOwed = () => {
    const keys = [...owed.keys()].slice(0, keysAtOnce);
    for (const key of keys) owed.delete(key);
    // Nobody waits for it, and a count that stays ends by itself.
    if (keys.length > 0) forget(keys).catch(() => undefined);
  };
  // A Redis that has taken no writes for a while, as one without room does, stays connected: the next success tells.
  redis.on("ready", forgetOwed);
  return (...keys) => Promise.race([forget(keys), wait(waitMsMax, undefined, { ref: false })]);
}
