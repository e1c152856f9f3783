import { randomUUID } from "node:crypto";
import fp from "fastify-plugin";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import type { Db } from "#server/db/database.ts";
import { coalesce } from "#server/infra/coalesce.ts";
import { recurring } from "#server/infra/recurring.ts";
import {
  arrive,
  findPresence,
  receivesLeaving,
  leaveDead,
  leave,
  type PresenceChange,
  removeDead,
  sayAlive,
  sayStopping,
  seesOnline,
} from "#server/presence/repository.ts";

/** How long presence waits; tests have shorter times. */
export interface PresenceTimes {
  /** How long after the last device has gone a member counts as online, so that changing the page is not leaving. */
  graceMs: number;
  beatMs: number;
  /** Without a beat for so long a process counts as dead. */
  aliveMs: number;
}

export const presenceTimes: PresenceTimes = { graceMs: 5_000, beatMs: 10_000, aliveMs: 30_000 };

interface PresenceOptions {
  db: Db;
  log: Pick<Logger, "warn">;
  publish: (userIds: number[], event: PresenceEvent) => void;
  times?: PresenceTimes;
}

export type PresenceService = ReturnType<typeof createPresence>;

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id));

/** Queries at once: when thousands come together, the database must stay free for others, too. */
const queriesMax = 4;

/**
 * Who is online: each process holds a row for each of its members, as long as one of their devices is connected to it.
 * When the database is away rows wait for the next beat, and devices stay connected.
 */
export function createPresence({ db, log, publish, times = presenceTimes }: PresenceOptions) {
  const nodeId = randomUUID();
  /** The number of devices by member. */
  const devices = new Map<number, number>();
  const leaving = new Map<number, NodeJS.Timeout>();
  /** Members who have a row. */
  const noted = new Set<number>();
  const few = pLimit(queriesMax);
  let isKnown = false;
  let isStopped = false;

  const publishChange = (change: PresenceChange | undefined) => {
    if (change && change.recipientIds.length > 0) publish(change.recipientIds, change.event);
  };
  /** Treats the member as if they had left just now. */
  const publishLeaving = (recipientIds: number[], userId: number) => {
    const event = { user_id: userId, online: false, last_seen_at: new Date().toISOString() };
    publishChange({ recipientIds, event });
  };
  const register = async () => {
    if (await sayAlive(db, nodeId, times.aliveMs)) noted.clear();
    isKnown = true;
  };
  const isHere = (userId: number) => devices.has(userId) || leaving.has(userId);
  const isSettled = (userId: number) => isHere(userId) === noted.has(userId);

  const settleOne = coalesce<number>((userId) =>
    few(async () => {
      if (isStopped || isSettled(userId)) return;
      if (!isKnown) await register();
      if (isHere(userId)) {
        publishChange(await arrive(db, nodeId, userId));
        noted.add(userId);
      } else {
        publishChange(await leave(db, nodeId, userId));
        noted.delete(userId);
      }
    }),
  );
  const settle = async (userId: number) => {
    try {
      await settleOne(userId);
    } catch (error) {
      // Another process may have taken this one for dead, so it registers again.
      isKnown = false;
      log.warn({ err: error }, "could not note that a member came or left, will try again");
    }
  };

  return {
    nodeId,

    /** A device of the member is connected to this process. */
    arrived(userId: number): void {
      devices.set(userId, (devices.get(userId) ?? 0) + 1);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      void settle(userId);
    },

    /** A device that had arrived has gone. */
    left(userId: number): void {
      const left = (devices.get(userId) ?? 1) - 1;
      if (left > 0) {
        devices.set(userId, left);
        return;
      }
      devices.delete(userId);
      if (isStopped) return;
      const goes = () => {
        leaving.delete(userId);
        void settle(userId);
      };
      leaving.set(userId, setTimeout(goes, times.graceMs).unref());
    },

    /** Says that this process lives, catches up on what could not be noted, and publishes the leaving of members whose process has died. */
    async beat(): Promise<void> {
      await register();
      const left = await removeDead(db);
      await Promise.all(
        left.map((userId) => few(async () => publishChange(await leaveDead(db, userId)))),
      );
      const unsettled = new Set([...devices.keys(), ...noted].filter((id) => !isSettled(id)));
      await Promise.all([...unsettled].map(settle));
    },

    /**
     * Called before a block, or before a friendship ends; the result publishes to the two after it. Whoever received
     * the other's arrival and may not see them any more receives that they left, as of anybody: it does not give a block away.
     */
    parting: async (one: number, other: number): Promise<() => Promise<void>> => {
      const pairs = [
        { readerId: one, userId: other },
        { readerId: other, userId: one },
      ];
      const received = await Promise.all(pairs.map((pair) => receivesLeaving(db, pair)));
      return async () => {
        const sees = await Promise.all(pairs.map((pair) => seesOnline(db, pair)));
        for (const [index, { readerId, userId }] of pairs.entries())
          if (received[index] && !sees[index]) publishLeaving([readerId], userId);
      };
    },

    /** Runs what changes who may see the member, and publishes to those for whom that changed. */
    around: async <T>(userId: number, change: () => Promise<T>): Promise<T> => {
      const before = await findPresence(db, userId);
      const result = await change();
      const after = await findPresence(db, userId);
      if (before && after && (before.event.online || after.event.online)) {
        publishLeaving(without(before.recipientIds, after.recipientIds), userId);
        publishChange({ ...after, recipientIds: without(after.recipientIds, before.recipientIds) });
      }
      return result;
    },

    /**
     * Its members have a moment to come to another process, as on a page change. The leaving of those who do not is
     * published by the processes that live, or by this one when it is back.
     */
    async stop(): Promise<void> {
      isStopped = true;
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
      try {
        await few(() => sayStopping(db, nodeId, times.graceMs));
      } catch (error) {
        log.warn({ err: error }, "could not note that this process stops");
      }
    },
  };
}

interface PluginOptions {
  presence: PresenceService;
  beatMs: number | undefined;
}

/** Lets presence beat from the start of the server to its end. */
export const presencePlugin = fp<PluginOptions>(
  async (app, { presence, beatMs = presenceTimes.beatMs }) => {
    // Closing hooks run in reverse order, so that no beat follows the stop.
    app.addHook("onClose", () => presence.stop());
    recurring(app, {
      everyMs: beatMs,
      work: () => presence.beat(),
      failed: "could not say that this process lives, will try again",
    });
  },
);
