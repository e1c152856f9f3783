import { turnTooLate } from "#server/http/failure.ts";
import { computingAtOnce } from "#server/infra/thread-pool.ts";
import { createAverage, type QueueLoad } from "#server/infra/work-queue.ts";
import { decodingBytesMax } from "#server/uploads/decode-image.ts";

interface Job {
  userId: number;
  /** The most memory that the work takes. */
  bytes: number;
}

/**
 * Runs the decoding of a member's image, or the removal of the tags of a video or a sound, when its turn comes: one of
 * each member at a time, and of the waiting ones first that of the member who has recently used the fewest seconds.
 * @throws {Failure} `unavailable` when the turn would come too late.
 */
export interface Decode {
  <T>(job: Job, work: () => Promise<T>): Promise<T>;
  load: () => QueueLoad;
}

interface Turn {
  bytes: number;
  start: () => void;
}

interface QueueOptions {
  atOnce?: number;
  /** Work that would wait longer for its turn is refused. */
  waitMsMax?: number;
  /** All concurrent work takes at most this much memory. */
  bytesAtOnceMax?: number;
  now?: () => number;
}

/** The assumed duration of one piece until one has been measured. */
const usualMs = 500;
/** The used time of a member is halved after this time. */
const forgottenByHalfMs = 5 * 60_000;

/** Images and crafted videos occupy processors and memory for seconds: a few at once, and always one processor for all other requests. */
export function createDecodeQueue({
  atOnce = computingAtOnce,
  waitMsMax = 20_000,
  bytesAtOnceMax = decodingBytesMax,
  now = () => performance.now(),
}: QueueOptions = {}): Decode {
  const running = new Map<number, Turn>();
  /** In the order in which the members arrived. */
  const waiting = new Map<number, Turn[]>();
  const { spentMs, charge } = createSpentTime(now);
  let refused = 0;

  const startNext = () => {
    while (running.size < atOnce) {
      const members = [...waiting.keys()].filter((member) => !running.has(member));
      // Sorting is stable: among equals, the first to arrive goes first.
      const [userId] = members.sort((one, other) => spentMs(one) - spentMs(other));
      const turns = userId === undefined ? undefined : waiting.get(userId);
      const turn = turns?.[0];
      if (userId === undefined || !turns || !turn) return;
      const bytesNow = [...running.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      // It waits for memory and lets no smaller work pass, because it might otherwise wait for ever.
      if (running.size > 0 && bytesNow + turn.bytes > bytesAtOnceMax) return;
      turns.shift();
      waiting.delete(userId);
      // Members with work under way come after those without.
      if (turns.length > 0) waiting.set(userId, turns);
      running.set(userId, turn);
      turn.start();
    }
  };

  const turnOf = ({ userId, bytes }: Job) =>
    new Promise<void>((start) => {
      const own = waiting.get(userId);
      if (own) own.push({ bytes, start });
      else waiting.set(userId, [{ bytes, start }]);
      startNext();
    });

  const average = createAverage(usualMs);
  /** The wait until a member has a turn: one piece of each other member who has used no more comes first. */
  const waitMsOf = (userId: number) => {
    const isBefore = (other: number) => other !== userId && spentMs(other) <= spentMs(userId);
    const others = [...waiting.keys()].filter(isBefore).length;
    const before = others + Math.max(0, running.size - atOnce + 1);
    return (before * average.ms()) / atOnce;
  };

  const load = () => ({
    running: running.size,
    waiting: [...waiting.values()].reduce((sum, turns) => sum + turns.length, 0),
    refused,
  });

  const decode = async <T>(job: Job, work: () => Promise<T>): Promise<T> => {
    const { userId } = job;
    const waitMs = waitMsOf(userId);
    if (waitMs > waitMsMax) {
      refused += 1;
      throw turnTooLate(waitMs);
    }
    await turnOf(job);
    const startedAt = now();
    try {
      return await work();
    } finally {
      const ms = now() - startedAt;
      average.add(ms);
      charge(userId, ms);
      running.delete(userId);
      startNext();
    }
  };
  return Object.assign(decode, { load });
}

/** The time that each member has recently used. */
function createSpentTime(now: () => number) {
  const spent = new Map<number, { ms: number; at: number }>();
  const spentMs = (userId: number) => {
    const { ms, at } = spent.get(userId) ?? { ms: 0, at: 0 };
    return ms * 2 ** ((at - now()) / forgottenByHalfMs);
  };
  const charge = (userId: number, ms: number) => {
    spent.set(userId, { ms: spentMs(userId) + ms, at: now() });
    for (const member of spent.keys()) if (spentMs(member) < 1) spent.delete(member);
  };
  return { spentMs, charge };
}
