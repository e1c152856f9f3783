import type { Logger } from "pino";
import { isDatabaseAway } from "#server/db/database.ts";

interface UnreadTellingOptions {
  count: (userIds: number[]) => Promise<Map<number, number>>;
  /** Whether a device of the member is connected to this node. */
  isHere: (userId: number) => boolean;
  /** Tells the member's devices on this node how many are unread. */
  tell: (userId: number, unread: number) => void;
  /** Passes on to the other nodes whose count has changed. */
  share: (userIds: number[]) => void;
  log: Pick<Logger, "warn">;
}

/** Between two countings, so that one counts for many members; of no more than these, lest messages wait for counts. */
const pauseMs = 25;
const atOnceMax = 64;
const pauseWhenAwayMs = 1_000;
/** Between two tellings of a member: who gets many messages is told once of several. */
const restMs = 500;

/**
 * Tells members how many messages are unread: each node those who are connected to it, all of them by one query. A
 * change is told at once, further ones after a rest; the count told last is one that was read after the last change.
 */
export function createUnreadTelling({ count, isHere, tell, share, log }: UnreadTellingOptions) {
  /** Who is to be told now. */
  const due = new Set<number>();
  /** Who was told a moment ago, and whether there is news since. */
  const resting = new Map<number, boolean>();
  /** Greetings under way, of devices that have heard no count yet. */
  const greetings = new Set<{ userId: number; isTold: boolean }>();
  let isUnderWay = false;

  const rest = (userIds: number[]) => {
    for (const userId of userIds) resting.set(userId, false);
    const wake = () => {
      const restless = userIds.filter((userId) => resting.get(userId));
      for (const userId of userIds) resting.delete(userId);
      note(restless);
    };
    setTimeout(wake, restMs).unref();
  };
  const tellAll = async (userIds: number[]) => {
    // From here on a change is one that this counting may not have seen.
    rest(userIds);
    for (const [userId, unread] of await count(userIds)) {
      tell(userId, unread);
      for (const greeting of greetings) greeting.isTold ||= greeting.userId === userId;
    }
  };
  const run = async () => {
    while (due.size > 0) {
      const userIds = due.values().take(atOnceMax).toArray();
      for (const userId of userIds) due.delete(userId);
      let isAway = false;
      try {
        await tellAll(userIds);
      } catch (error) {
        log.warn({ err: error }, "could not tell how many messages are unread");
        isAway = isDatabaseAway(error);
        if (isAway) for (const userId of userIds) due.add(userId);
      }
      const ms = isAway ? pauseWhenAwayMs : pauseMs;
      await new Promise((resolve) => setTimeout(resolve, ms).unref());
    }
    isUnderWay = false;
  };
  const note = (userIds: number[]) => {
    for (const userId of userIds)
      if (resting.has(userId)) resting.set(userId, true);
      else if (isHere(userId)) due.add(userId);
    if (isUnderWay || due.size === 0) return;
    isUnderWay = true;
    void run();
  };

  return {
    /** The count of the members has changed; nobody waits until they are told. */
    changed(userIds: number[]): void {
      note(userIds);
      share(userIds);
    },

    /** What another node shares. */
    changedElsewhere: note,

    /** Tells a device that connects; not where it has heard of a newer count meanwhile. */
    async greet(userId: number, emit: (unread: number) => void): Promise<void> {
      const greeting = { userId, isTold: false };
      greetings.add(greeting);
      try {
        const unread = (await count([userId])).get(userId) ?? 0;
        if (!greeting.isTold) emit(unread);
      } finally {
        greetings.delete(greeting);
      }
    },
  };
}
