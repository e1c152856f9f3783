import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { Failure } from "#server/http/failure.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";
import { dayMs } from "#server/infra/durations.ts";
import { isRedisAway } from "#server/infra/redis.ts";
import { createForgetCounts } from "#server/plugins/forgotten-counts.ts";

/**
 * Slows the guessing of one account's password or code from many networks, without locking anybody out (SEC-A1, SEC-A9).
 * The account is the `target`. After 100 failures in a row each source that has failed waits, by its own failures: 30
 * seconds and then twice as long every time, up to 15 minutes. A source that has not failed is let through at once, all
 * such sources together a thousand times a day. No lock is permanent: a success ends the slowing of the
 * target, and clears the failures of its source.
 */
export interface ConsecutiveFailures {
  /**
   * Counts a failure before the try, so that concurrent guesses are all counted. `waitS`, the seconds until the next try,
   * is set on a source's first try while the target is slowed. A wrong guess must then be answered with this delay, not as
   * a wrong password. @throws {Failure} `too_many_requests` with Retry-After while the source has to wait; that try is not
   * counted.
   */
  begin(target: string, source: string): Promise<{ waitS?: number }>;
  forget(target: string, source: string): Promise<void>;
}

const freeTries = 100;
const firstDelayMs = 30_000;
const delayMsMax = 15 * 60_000;
/** Counts expire this long after the last failure of a target, and of a source. */
const rememberedMs = 7 * dayMs;
const sourceRememberedMs = dayMs;
/** At most this many tries of all sources together are let through in a day once a target is slowed. */
const slowedTriesMax = 1_000;
const slowedTriesMs = dayMs;
const countsInProcessMax = 100_000;

/** Counts one failure: `waitMs` is how long the source still has to wait, or 0 where it was let through. */
interface Store {
  count(target: string, source: string): Promise<{ waitMs: number; isFirstWhileSlowed: boolean }>;
  forget(target: string, source: string): Promise<void>;
}

interface Ceilings {
  free: number;
  slowed: number;
}

/** Counts in this process or, shared between nodes, in Redis; when Redis is away, each node counts by itself. */
export function createConsecutiveFailures(redis: Redis | null, scale: number): ConsecutiveFailures {
  const ceilings = {
    free: scaledLimit(freeTries, scale),
    slowed: scaledLimit(slowedTriesMax, scale),
  };
  const local = processStore(ceilings);
  const shared = redis ? redisStore(redis, ceilings) : local;
  const count: Store["count"] = async (target, source) => {
    try {
      return await shared.count(target, source);
    } catch (error) {
      if (isRedisAway(error)) return local.count(target, source);
      throw error;
    }
  };
  // The key is hashed, because typed text may be long and must not be stored readable.
  const nameOf = (key: string) => createHash("sha256").update(key).digest("base64url");
  return {
    async begin(target, source) {
      const { waitMs, isFirstWhileSlowed } = await count(nameOf(target), nameOf(source));
      if (waitMs > 0) throw new Failure("too_many_requests", { retryAfterS: waitMs / 1000 });
      return isFirstWhileSlowed ? { waitS: firstDelayMs / 1000 } : {};
    },
    async forget(target, source) {
      // Clears both stores, because one may have counted the try while the other is in use when it succeeds.
      for (const store of new Set([local, shared]))
        await store.forget(nameOf(target), nameOf(source));
    },
  };
}

function processStore({ free, slowed }: Ceilings): Store {
  const bounds = { max: countsInProcessMax };
  const totals = new LRUCache<string, number>({ ...bounds, ttl: rememberedMs });
  const sources = new LRUCache<string, { failures: number; at: number }>({
    ...bounds,
    ttl: sourceRememberedMs,
  });
  const tries = new LRUCache<string, { count: number; until: number }>({
    ...bounds,
    ttl: slowedTriesMs,
  });
  return {
    count(target, source) {
      const key = `${target} ${source}`;
      const [now, total] = [Date.now(), totals.get(target) ?? 0];
      const { failures, at } = sources.get(key) ?? { failures: 0, at: 0 };
      const isSlowed = total >= free;
      if (isSlowed) {
        const waitMs = failures === 0 ? 0 : at + delayMsAfter(failures) - now;
        if (waitMs > 0) return Promise.resolve({ waitMs, isFirstWhileSlowed: false });
        const { count, until } = tries.get(target) ?? { count: 0, until: now + slowedTriesMs };
        if (count >= slowed && now < until)
          return Promise.resolve({ waitMs: until - now, isFirstWhileSlowed: false });
        tries.set(
          target,
          now < until ? { count: count + 1, until } : { count: 1, until: now + slowedTriesMs },
        );
      }
      totals.set(target, total + 1);
      sources.set(key, { failures: failures + 1, at: now });
      return Promise.resolve({ waitMs: 0, isFirstWhileSlowed: isSlowed && failures === 0 });
    },
    forget(target, source) {
      totals.delete(target);
      tries.delete(target);
      sources.delete(`${target} ${source}`);
      return Promise.resolve();
    },
  };
}

const delayMsAfter = (failures: number) =>
  Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 16), delayMsMax);

/**
 * Counts a failure in one step in Redis, by the clock of Redis. Returns how long the source must wait; 0 if it need
 * not; -1 for the first try of a source while the target is slowed.
 */
const countScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slowed = tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1])
local source = redis.call('HMGET', KEYS[2], 'failures', 'at')
local failures = tonumber(source[1] or '0')
if slowed then
  if failures > 0 then
    local delay = math.min(tonumber(ARGV[2]) * 2 ^ math.min(failures - 1, 16), tonumber(ARGV[3]))
    local wait = tonumber(source[2]) + delay - now
    if wait > 0 then return wait end
  end
  if tonumber(redis.call('GET', KEYS[3]) or '0') >= tonumber(ARGV[6]) then return redis.call('PTTL', KEYS[3]) end
  if redis.call('INCR', KEYS[3]) == 1 then redis.call('PEXPIRE', KEYS[3], ARGV[7]) end
end
redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('HSET', KEYS[2], 'failures', failures + 1, 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return (slowed and failures == 0) and -1 or 0`;

function redisStore(redis: Redis, { free, slowed }: Ceilings): Store {
  const keys = (target: string, source: string) =>
    [
      `failures:{${target}}`,
      `failures:{${target}}:${source}`,
      `failures:{${target}}:slowed`,
    ] as const;
  const forgetCounts = createForgetCounts(redis);
  return {
    async count(target, source) {
      const ceilings = [free, firstDelayMs, delayMsMax, rememberedMs, sourceRememberedMs, slowed];
      const answer = Number(
        await redis.eval(countScript, 3, ...keys(target, source), ...ceilings, slowedTriesMs),
      );
      return { waitMs: Math.max(0, answer), isFirstWhileSlowed: answer < 0 };
    },
    forget: (target, source) => forgetCounts(...keys(target, source)),
  };
}
