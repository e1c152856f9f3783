import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from "rate-limiter-flexible";
import { Failure } from "#server/http/failure.ts";
import { networkOf } from "#server/http/client-network.ts";
import { ceilings, type LimitName, whileTyping } from "#server/plugins/ceilings.ts";
import {
  type ConsecutiveFailures,
  createConsecutiveFailures,
} from "#server/plugins/consecutive-failures.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";
import { createForgetCounts } from "#server/plugins/forgotten-counts.ts";
import { memberOf } from "#server/plugins/session.ts";

const passedOver = (error: unknown) => {
  if (!(error instanceof RateLimiterRes)) throw error;
};

const counted = (key: string | number) => (typeof key === "string" ? networkOf(key) : key);

export interface Limits {
  /**
   * Counts one, or so many at once, against the limit. @throws {Failure} `too_many_requests` with Retry-After beyond it;
   * several that are refused together count nothing, so that fewer still have room.
   */
  consume(name: LimitName, key: string | number, count?: number): Promise<void>;
  /** Seconds until one more is accepted; 0 if one is accepted now. */
  waitS(name: LimitName, key: string | number): Promise<number>;
  /** Counts one and refuses nothing, for a limit whose excess only has a cost. */
  note(name: LimitName, key: string | number): Promise<void>;
  /** How full the limit is: 1.5 for a limit of 10 when 15 were counted. */
  timesOver(name: LimitName, key: string | number): Promise<number>;
  /** Subtracts one from the count. */
  refund(name: LimitName, key: string | number): Promise<void>;
  reset(name: LimitName, key: string | number): Promise<void>;
  /** Failures of an account in a row over all networks, however far apart. */
  failures: ConsecutiveFailures;
}

/**
 * A node counts by itself when Redis takes longer than this. This is long because a busy node reads answers late. Falling
 * back to a fresh local count would then allow more guesses (SEC-A1).
 */
const redisMsMax = 1_000;
/** Shorter for what a member does while they type: each message waits for its limit. */
const redisMsMaxOfTyping = 50;

/** Counts in this process or, shared between nodes, in Redis; when Redis is away or silent, each node counts by itself. */
export function createLimits(redis: Redis | null, scale: number): Limits {
  const points = (name: LimitName) => scaledLimit(ceilings[name].points, scale);
  // The loop adds every name.
  const limiters = {} as Record<
    LimitName,
    { limiter: RateLimiterAbstract; local: RateLimiterMemory }
  >;
  const names = Object.keys(ceilings) as LimitName[]; // Object.keys answers any strings
  for (const name of names) {
    const options = {
      keyPrefix: `limit:${name}`,
      points: points(name),
      duration: ceilings[name].durationS,
    };
    const local = boundedCounts(options);
    const timeoutMs = whileTyping.has(name) ? redisMsMaxOfTyping : redisMsMax;
    const limiter = redis ? sharedLimiter(redis, options, local, timeoutMs) : local;
    limiters[name] = { limiter, local };
  }
  const limiter = (name: LimitName) => limiters[name].limiter;
  const forgetCounts = redis && createForgetCounts(redis);
  const refuse = (result: RateLimiterRes) =>
    new Failure("too_many_requests", { retryAfterS: Math.max(1, result.msBeforeNext / 1000) });

  return {
    failures: createConsecutiveFailures(redis, scale),
    async consume(name, key, count = 1) {
      try {
        await limiter(name).consume(counted(key), count);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (count > 1) await limiter(name).reward(counted(key), count);
        throw refuse(error);
      }
    },
    async waitS(name, key) {
      const state = await limiter(name).get(counted(key));
      return state && state.remainingPoints <= 0 ? Math.ceil(state.msBeforeNext / 1000) : 0;
    },
    async note(name, key) {
      await limiter(name).consume(counted(key)).catch(passedOver);
    },
    async timesOver(name, key) {
      const state = await limiter(name).get(counted(key));
      return (state?.consumedPoints ?? 0) / points(name);
    },
    async refund(name, key) {
      await limiter(name).reward(counted(key));
    },
    async reset(name, key) {
      const { local } = limiters[name];
      // Both, because the node counts by itself while Redis is away; their keys are the same.
      await local.delete(counted(key));
      await forgetCounts?.(local.getKey(counted(key)));
    },
  };
}

/** How many keys of each limit a process counts; a network of IPv6 may have more, each a network of its own. */
const countsInProcessMax = 20_000;

/** The library keeps each count until its time is over; past the bound the one that was used least recently gives way. */
function boundedCounts(options: IRateLimiterOptions): RateLimiterMemory {
  const limiter = new RateLimiterMemory(options);
  const { _memoryStorage } = limiter as unknown as { _memoryStorage: object }; // the library's types hide it
  const counts = new LRUCache<string, { timeoutId: NodeJS.Timeout }>({
    maxSize: countsInProcessMax,
    sizeCalculation: () => 1, // with `max` each limit would take its memory at the start
    dispose: ({ timeoutId }) => {
      clearTimeout(timeoutId);
    },
  });
  Object.assign(_memoryStorage, { _storage: counts });
  return limiter;
}

function sharedLimiter(
  storeClient: Redis,
  options: IRateLimiterOptions,
  insuranceLimiter: RateLimiterAbstract,
  timeoutMs: number,
): RateLimiterAbstract {
  const limiter = new RateLimiterRedis({ ...options, storeClient, rejectIfRedisNotReady: true });
  return new RLWrapperTimeouts({ limiter, insuranceLimiter, timeoutMs });
}

/**
 * Counts the calls of routes that declare a `limit`. It is their last hook, so that a call is counted only when all of
 * the request is in order.
 */
export const memberLimitsPlugin = fp<{ limits: Pick<Limits, "consume"> }>((app, { limits }) => {
  app.addHook("onRoute", (route) => {
    const name = route.config?.limit;
    if (name === undefined) return;
    const count = (request: FastifyRequest) => limits.consume(name, memberOf(request).id);
    route.preHandler = [route.preHandler ?? [], count].flat();
  });
});

declare module "fastify" {
  interface FastifyContextConfig {
    /** The limit against which the calls of the route's member are counted. */
    limit?: LimitName;
  }
}
