import { availableParallelism } from "node:os";
import pLimit, { type LimitFunction } from "p-limit";
import sharp from "sharp";
import { Failure } from "#server/failure.ts";

/**
 * Runs what decodes an image of a member when its turn comes: one of each member at a time, so that whoever sends many
 * waits for their own. @throws {Failure} `unavailable` when too many wait already.
 */
export type Decode = <T>(userId: number, work: () => Promise<T>) => Promise<T>;

const waitingMax = 64;
const retryAfterS = 20;

/** Images take processors and memory by the second: a few at once, and always a processor for all other requests. */
export function createDecodeQueue(
  atOnce = Math.max(1, availableParallelism() - 1),
  mayWait = waitingMax,
): Decode {
  sharp.concurrency(1);
  sharp.cache(false);
  const limit = pLimit(atOnce);
  const ofMembers = new Map<number, LimitFunction>();
  return async (userId, work) => {
    const own = ofMembers.get(userId) ?? pLimit(1);
    ofMembers.set(userId, own);
    try {
      return await own(() => {
        if (limit.pendingCount >= mayWait) throw new Failure("unavailable", { retryAfterS });
        return limit(work);
      });
    } finally {
      if (own.activeCount + own.pendingCount === 0) ofMembers.delete(userId);
    }
  };
}
