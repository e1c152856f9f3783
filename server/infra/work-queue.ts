import pLimit from "p-limit";
import { turnTooLate } from "#server/http/failure.ts";

/** The load of a work queue: what is under way, what waits, and how much was refused since the start. */
export interface QueueLoad {
  running: number;
  waiting: number;
  refused: number;
}

interface QueueOptions {
  atOnce: number;
  /** The assumed duration of one piece until one has been measured. */
  usualMs: number;
  now?: () => number;
}

interface WorkQueue {
  /**
   * Holds a place for one piece of work until it is released, which may be called twice. @throws {Failure}
   * `unavailable` if its turn would come later than in `waitMsMax`; Retry-After says when to try again.
   */
  hold(waitMsMax: number): () => void;
  /** Runs work when its turn comes, in the order of arrival. Work that may be refused must call `hold` before. */
  run<T>(work: () => Promise<T>): Promise<T>;
  load: () => QueueLoad;
}

/** The weight of the newest measurement. */
const newestShare = 0.1;

/** The average of measured durations, in milliseconds, in which the newest weighs most; `usualMs` until one is measured. */
export function createAverage(usualMs: number) {
  let averageMs = usualMs;
  return {
    ms: () => averageMs,
    add(tookMs: number): void {
      averageMs += (tookMs - averageMs) * newestShare;
    },
  };
}

/**
 * Work that occupies a processor: a few pieces at once. Work that would wait too long is refused at once rather than
 * late, so that accepted work is answered in time, however much arrives (SEC-O4).
 */
export function createWorkQueue({
  atOnce,
  usualMs,
  now = () => performance.now(),
}: QueueOptions): WorkQueue {
  const turns = pLimit(atOnce);
  const average = createAverage(usualMs);
  let held = 0;
  let refused = 0;
  return {
    hold(waitMsMax) {
      const here = Math.max(held, turns.activeCount + turns.pendingCount);
      const waitMs = (Math.max(0, here - atOnce + 1) * average.ms()) / atOnce;
      if (waitMs > waitMsMax) {
        refused += 1;
        throw turnTooLate(waitMs);
      }
      held += 1;
      let isHeld = true;
      return () => {
        if (isHeld) held -= 1;
        isHeld = false;
      };
    },
    run: (work) =>
      turns(async () => {
        const startedAt = now();
        try {
          return await work();
        } finally {
          average.add(now() - startedAt);
        }
      }),
    load: () => ({ running: turns.activeCount, waiting: turns.pendingCount, refused }),
  };
}
