import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import type { Db } from "#server/db/database.ts";
import { latest } from "#server/infra/coalesce.ts";
import {
  arrive,
  findNews,
  hearsOnline,
  isLeft,
  leave,
  type PresenceNews,
  removeDead,
  sayAlive,
  sayStopping,
  seesOnline,
} from "#server/presence/repository.ts";

/** Of how a process tells when its members come and go; tests have shorter ones. */
export interface PresenceTimes {
  /** Between the last device's end and the member's leaving: a page change is none. */
  graceMs: number;
  beatMs: number;
  /** Without a beat for so long a process counts as dead. */
  aliveMs: number;
}

export const presenceTimes: PresenceTimes = { graceMs: 5_000, beatMs: 10_000, aliveMs: 30_000 };

interface PresenceOptions {
  db: Db;
  log: Pick<Logger, "warn">;
  tell: (userIds: number[], event: PresenceEvent) => void;
  times?: PresenceTimes;
}

export type Presence = ReturnType<typeof createPresence>;

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id));

/** Of thousands who come at once, so many ask the database, which others need too. */
const askingMax = 4;

/**
 * Who is online: each process keeps a row for each of its members, as long as one of their devices is connected to it.
 * When the database is away rows wait for the next beat, and devices stay connected.
 */
export function createPresence({ db, log, tell, times = presenceTimes }: PresenceOptions) {
  const nodeId = randomUUID();
  /** Devices by member. */
  const devices = new Map<number, number>();
  const leaving = new Map<number, NodeJS.Timeout>();
  /** Members with a row. */
  const noted = new Set<number>();
  const few = pLimit(askingMax);
  let isKnown = false;
  let isStopped = false;

  const tellNews = (news: PresenceNews | undefined) => {
    if (news && news.viewerIds.length > 0) tell(news.viewerIds, news.event);
  };
  /** As if the member had left just now. */
  const tellGone = (viewerIds: number[], userId: number) => {
    const event = { user_id: userId, online: false, last_seen_at: new Date().toISOString() };
    tellNews({ viewerIds, event });
  };
  const register = async () => {
    if (await sayAlive(db, nodeId, times.aliveMs)) noted.clear();
    isKnown = true;
  };
  const isHere = (userId: number) => devices.has(userId) || leaving.has(userId);
  const isSettled = (userId: number) => isHere(userId) === noted.has(userId);

  const settleOne = latest<number>((userId) =>
    few(async () => {
      if (isStopped || isSettled(userId)) return;
      if (!isKnown) await register();
      if (isHere(userId)) {
        tellNews(await arrive(db, nodeId, userId));
        noted.add(userId);
      } else {
        tellNews(await leave(db, nodeId, userId));
        noted.delete(userId);
      }
    }),
  );
  const settle = async (userId: number) => {
    try {
      await settleOne(userId);
    } catch (error) {
      // Another process may have taken this one for dead: it makes itself known again.
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

    /** One that had arrived is not any more. */
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

    /** Says that this process lives, catches up on what could not be noted, and tells of those whose process has died. */
    async beat(): Promise<void> {
      await register();
      const left = await removeDead(db);
      await Promise.all(left.map((userId) => few(async () => tellNews(await isLeft(db, userId)))));
      const unsettled = new Set([...devices.keys(), ...noted].filter((id) => !isSettled(id)));
      await Promise.all([...unsettled].map(settle));
    },

    /**
     * Asked before a block, or before a friendship ends: what the two are to be told after it. Who has heard of the
     * other's coming, and sees them no more, hears of a going like any other; nobody hears what would tell of a block.
     */
    parting: async (one: number, other: number): Promise<() => Promise<void>> => {
      const pairs = [
        { viewerId: one, userId: other },
        { viewerId: other, userId: one },
      ];
      const hear = await Promise.all(pairs.map((pair) => hearsOnline(db, pair)));
      return async () => {
        const see = await Promise.all(pairs.map((pair) => seesOnline(db, pair)));
        for (const [index, { viewerId, userId }] of pairs.entries())
          if (hear[index] && !see[index]) tellGone([viewerId], userId);
      };
    },

    /** Does what changes who may see the member; who saw them, and now does not, or the other way, hears of it. */
    around: async <T>(userId: number, change: () => Promise<T>): Promise<T> => {
      const before = await findNews(db, userId);
      const result = await change();
      const after = await findNews(db, userId);
      if (before && after && (before.event.online || after.event.online)) {
        tellGone(without(before.viewerIds, after.viewerIds), userId);
        tellNews({ ...after, viewerIds: without(after.viewerIds, before.viewerIds) });
      }
      return result;
    },

    /**
     * Its members have a moment to come to another process, as on a page change; who does not is told as gone by the
     * processes that live, or by this one when it is back.
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
