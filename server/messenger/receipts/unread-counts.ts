import type { Logger } from "pino";
import { isDatabaseAway } from "#server/db/database.ts";

interface Options {
  count: (userIds: number[]) => Promise<Map<number, number>>;
  /** Whether a device of the member is connected to this node. */
  isHere: (userId: number) => boolean;
  /** Publishes to the member's devices on this node how many messages are unread. */
  publish: (userId: number, unread: number) => void;
  /** Passes the members whose count has changed on to the other nodes that have a device of theirs. */
  share: (userIds: number[]) => void;
  log: Pick<Logger, "warn">;
}

/** The pause between two queries, during which members are collected for the next one. */
const pauseMs = 25;
/** Members per query: few, so that sending messages does not wait for it. */
const atOnceMax = 64;
const pauseWhenAwayMs = 1_000;
/** The pause between two counts for one member, so that several messages cause one count. */
const restMs = 500;

/**
 * Publishes to members how many messages are unread. Each node does it for the members who are connected to it, by one
 * query for all of them. A first change is published at once, further ones after a pause. The newest count is published
 * last: it was read after the last change.
 */
export function createUnreadCounts({ count, isHere, publish, share, log }: Options) {
  const due = new Set<number>();
  /** Greetings under way, each with whether a count was published to its member meanwhile. */
  const greetings = new Set<{ userId: number; isPublished: boolean }>();
  let isUnderWay = false;

  const resting = createResting((userIds) => {
    note(userIds);
  });
  const publishAll = async (userIds: number[]) => {
    // The query may miss a change that comes later; another count is published for it after the rest.
    resting.begin(userIds);
    for (const [userId, unread] of await count(userIds)) {
      publish(userId, unread);
      for (const greeting of greetings) greeting.isPublished ||= greeting.userId === userId;
    }
  };
  /** Publishes the next counts; returns how long to pause after it. */
  const publishDue = async (): Promise<number> => {
    const userIds = due.values().take(atOnceMax).toArray();
    for (const userId of userIds) due.delete(userId);
    try {
      await publishAll(userIds);
      return pauseMs;
    } catch (error) {
      log.warn({ err: error }, "could not publish how many messages are unread");
      if (!isDatabaseAway(error)) return pauseMs;
      for (const userId of userIds) due.add(userId);
      return pauseWhenAwayMs;
    }
  };
  const run = async () => {
    while (due.size > 0) await pause(await publishDue());
    isUnderWay = false;
  };
  const note = (userIds: number[]) => {
    for (const userId of userIds)
      if (!resting.noteChange(userId) && isHere(userId)) due.add(userId);
    if (isUnderWay || due.size === 0) return;
    isUnderWay = true;
    void run();
  };

  return {
    /** Notes that the members' counts have changed. Does not wait until they are published. */
    changed: (userIds: number[]): void => {
      note(userIds);
      share(userIds);
    },

    /** As `changed`, for changes on another node; they are not shared again. */
    changedElsewhere: note,

    /** Sends the count to a device that connects, unless a newer one was published to it meanwhile. */
    async greet(userId: number, emit: (unread: number) => void): Promise<void> {
      const greeting = { userId, isPublished: false };
      greetings.add(greeting);
      try {
        const unread = (await count([userId])).get(userId) ?? 0;
        if (!greeting.isPublished) emit(unread);
      } finally {
        greetings.delete(greeting);
      }
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/**
 * Members to whom a count was published a moment ago, and whether their count has changed since. `changed` is called
 * with those at the end of their rest.
 */
function createResting(changed: (userIds: number[]) => void) {
  const resting = new Map<number, boolean>();
  return {
    begin(userIds: number[]): void {
      for (const userId of userIds) resting.set(userId, false);
      const wake = () => {
        const changedSince = userIds.filter((userId) => resting.get(userId));
        for (const userId of userIds) resting.delete(userId);
        changed(changedSince);
      };
      setTimeout(wake, restMs).unref();
    },

    /** Notes the change for the end of the rest; false for a member who does not rest. */
    noteChange(userId: number): boolean {
      if (!resting.has(userId)) return false;
      resting.set(userId, true);
      return true;
    },
  };
}
