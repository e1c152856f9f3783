import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { Failure } from "#server/failure.ts";
import { isRedisAway } from "#server/redis.ts";

/**
 * Slows the guessing of one secret from many addresses: after 100 failures in a row each further try has to wait, 30
 * seconds and then twice as long every time, up to 15 minutes. Never for good, and a success forgets all (security.md A1).
 */
export interface ConsecutiveFailures {
  /**
   * Counts a failure, before the try, so that guesses which come at once are all counted.
   * @throws {Failure} `too_many_requests` with Retry-After while the key has to wait; that try is not counted.
   */
  begin(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

const freeTries = 100;
const firstDelayMs = 30_000;
const delayMsMax = 15 * 60_000;
/** Since the last failure. */
const rememberedMs = 7 * 24 * 60 * 60_000;
const keptInProcessMax = 100_000;

/** Counts one and answers 0, or answers how long the key still has to wait, in milliseconds. */
type Count = (key: string) => Promise<number>;
interface Store {
  count: Count;
  forget(key: string): Promise<void>;
}

/** In process, or shared between nodes by Redis; when Redis is away each node counts on its own. */
export function createConsecutiveFailures(redis: Redis | null, scale: number): ConsecutiveFailures {
  const free = Math.max(1, Math.floor(freeTries * scale));
  const local = processStore(free);
  const shared = redis ? redisStore(redis, free) : local;
  const onEither = async <T>(call: (store: Store) => Promise<T>): Promise<T> => {
    try {
      return await call(shared);
    } catch (error) {
      if (isRedisAway(error)) return call(local);
      throw error;
    }
  };
  // What people type may be long and is nobody's business.
  const nameOf = (key: string) => createHash("sha256").update(key).digest("base64url");
  return {
    async begin(key) {
      const waitMs = await onEither((store) => store.count(nameOf(key)));
      if (waitMs > 0) throw new Failure("too_many_requests", { retryAfterS: waitMs / 1000 });
    },
    forget: (key) => onEither((store) => store.forget(nameOf(key))),
  };
}

function processStore(free: number): Store {
  const counted = new LRUCache<string, { failures: number; waitsUntil: number }>({
    max: keptInProcessMax,
    ttl: rememberedMs,
  });
  return {
    count(key) {
      const { failures, waitsUntil } = counted.get(key) ?? { failures: 0, waitsUntil: 0 };
      const now = Date.now();
      if (now < waitsUntil) return Promise.resolve(waitsUntil - now);
      const over = failures + 1 - free;
      const delayMs = over < 0 ? 0 : Math.min(firstDelayMs * 2 ** over, delayMsMax);
      counted.set(key, { failures: failures + 1, waitsUntil: now + delayMs });
      return Promise.resolve(0);
    },
    forget(key) {
      counted.delete(key);
      return Promise.resolve();
    },
  };
}

/** One step in Redis, by its clock: two keys, of which the second lives as long as the wait. */
const countScript = `
local wait = redis.call('PTTL', KEYS[2])
if wait > 0 then return wait end
local over = redis.call('INCR', KEYS[1]) - tonumber(ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if over >= 0 then
  local delay = math.min(tonumber(ARGV[2]) * 2 ^ math.min(over, 16), tonumber(ARGV[3]))
  redis.call('SET', KEYS[2], '', 'PX', string.format('%d', delay))
end
return 0`;

function redisStore(redis: Redis, free: number): Store {
  const keys = (key: string) => [`failures:{${key}}`, `failures:{${key}}:wait`] as const;
  return {
    count: async (key) =>
      Number(
        await redis.eval(
          countScript,
          2,
          ...keys(key),
          free,
          firstDelayMs,
          delayMsMax,
          rememberedMs,
        ),
      ),
    async forget(key) {
      await redis.del(...keys(key));
    },
  };
}
