import { randomUUID } from "node:crypto";
import fp from "fastify-plugin";
import pLimit, { type LimitFunction } from "p-limit";
import type { Logger } from "pino";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import { coalesce } from "#server/infra/coalesce.ts";
import { recurring } from "#server/infra/recurring.ts";
import { createDeviceCounts } from "#server/presence/device-counts.ts";
import { createReaderChanges } from "#server/presence/reader-changes.ts";
import {
  arrive,
  leaveWithNode,
  leave,
  markGoneNodes,
  type PresenceChange,
  renewLifeSign,
  announceStop,
  takeMembersOfGoneNodes,
} from "#server/presence/repository.ts";

/** The delays of presence, which tests shorten. */
export interface PresenceTimes {
  /**
   * A member counts as online for this long after their last device has disconnected, so that a page change does not
   * show.
   */
  graceMs: number;
  beatMs: number;
  /** A node without a beat for this long counts as dead. */
  aliveMs: number;
  /** Deaths are told no more often than this, however often a node dies that is started again and again. */
  deathsMs: number;
}

export const presenceTimes: PresenceTimes = {
  graceMs: 5_000,
  beatMs: 10_000,
  aliveMs: 30_000,
  deathsMs: 60_000,
};

interface PresenceOptions {
  db: Db;
  log: Pick<Logger, "warn">;
  publish: (userIds: number[], event: PresenceEvent) => void;
  /** Called by one live node when others have died, which may have stored events and not published them. */
  onDeath: () => void;
  times?: PresenceTimes;
}

export type PresenceService = ReturnType<typeof createPresence>;

/** Concurrent queries: when thousands connect at once, the database must stay free for others. */
const queriesMax = 4;
/** So many members of a node that is gone are removed by one statement, since a rack has a hundred thousand. */
const takenAtOnce = 1_000;

/**
 * Tracks who is online: each node stores a row for each of its members, as long as one of their devices is connected
 * to it. When the database is away, rows wait for the next beat, and devices stay connected.
 */
export function createPresence({
  db,
  log,
  publish,
  onDeath,
  times = presenceTimes,
}: PresenceOptions) {
  const nodeId = randomUUID();
  const few = pLimit(queriesMax);
  const publishChange = publishChanges(publish);
  const store = createPresenceStore({ db, log, nodeId, times, few, publishChange });
  const { devices, register } = store;
  const publishDeaths = createDeaths({ db, onDeath, times, few, publishChange });

  return {
    nodeId,
    beatMs: times.beatMs,
    ...createReaderChanges(db, publishChange),

    /** Notes that a device of the member has connected to this node. */
    arrived: devices.arrived,
    /** Notes that a connected device has gone. */
    left: devices.left,

    /** Renews the life sign alone, which no work of a beat may hold up. */
    renew: register,

    /**
     * Renews the life sign of this node, catches up on what could not be stored, and publishes the leaving of
     * members whose node is gone.
     */
    async beat(): Promise<void> {
      await register();
      await publishDeaths(store.noteBeat());
      await store.storeAll();
    },

    /**
     * Gives the members of this node a moment to connect to another one, as on a page change. The leaving of those
     * who do not is published by the live nodes, or by this one when it is back.
     */
    async stop(): Promise<void> {
      store.stop();
      devices.stop();
      try {
        await few(() => announceStop(db, nodeId, times.graceMs));
      } catch (error) {
        log.warn({ err: error }, "could not store that this process stops");
      }
    },
  };
}

interface Shared extends Pick<PresenceOptions, "db"> {
  times: PresenceTimes;
  few: LimitFunction;
  publishChange: PublishChange;
}

/** Stores who of the members of this node has a device, until it has stopped. */
function createPresenceStore({
  db,
  log,
  nodeId,
  times,
  few,
  publishChange,
}: Shared & Pick<PresenceOptions, "log"> & { nodeId: string }) {
  const devices = createDeviceCounts(times.graceMs, (userId) => void storePresence(userId));
  /** Members whose row is stored. */
  const noted = new Set<number>();
  let isRegistered = false;
  let isStopped = false;
  /** By the clock of this node. */
  let renewedAt = -Infinity;
  /** Whether a beat has begun since life signs are renewed in time. */
  let isSteady = false;

  const register = async () => {
    if (await renewLifeSign(db, nodeId, times.aliveMs)) {
      // Of those who are gone a row may be left, which the next beat removes.
      for (const userId of noted) if (devices.isHere(userId)) noted.delete(userId);
    }
    isRegistered = true;
    if (performance.now() - renewedAt >= times.aliveMs) isSteady = false;
    renewedAt = performance.now();
  };
  const isStored = (userId: number) => devices.isHere(userId) === noted.has(userId);

  const storeOne = coalesce<number>((userId) =>
    few(async () => {
      if (isStopped || isStored(userId)) return;
      if (!isRegistered) await register();
      if (devices.isHere(userId)) {
        publishChange(await arrive(db, nodeId, userId));
        noted.add(userId);
      } else {
        publishChange(await leave(db, nodeId, userId));
        noted.delete(userId);
      }
    }),
  );
  const storePresence = async (userId: number) => {
    try {
      await storeOne(userId);
    } catch (error) {
      // Another node may have declared this one dead, so it registers again.
      isRegistered = false;
      log.warn({ err: error }, "could not store that a member came or left, will try again");
    }
  };

  return {
    devices,
    register,
    /** Notes a beat; returns whether life signs have been renewed in time since the one before. */
    noteBeat(): boolean {
      const wasSteady = isSteady;
      isSteady = true;
      return wasSteady;
    },
    async storeAll(): Promise<void> {
      const unstored = new Set([...devices.members(), ...noted].filter((id) => !isStored(id)));
      await Promise.all([...unstored].map(storePresence));
    },
    stop(): void {
      isStopped = true;
    },
  };
}

/** Returns what publishes, at a beat, the leaving of members whose node has died. */
function createDeaths({
  db,
  onDeath,
  times,
  few,
  publishChange,
}: Shared & Pick<PresenceOptions, "onDeath">) {
  let resyncAt = -Infinity;
  let haveDied = false;

  const publishPortion = async () => {
    const userIds = await takeMembersOfGoneNodes(db, takenAtOnce);
    await Promise.all(
      userIds.map((userId) => few(async () => publishChange(await leaveWithNode(db, userId)))),
    );
    return userIds.length;
  };

  /**
   * After an outage of the database all nodes look dead, as they do to one that has just started, so nobody is
   * published as gone before each of them has had the time of a beat to renew its life sign.
   */
  return async (couldBeat: boolean): Promise<void> => {
    const marked = couldBeat ? await markGoneNodes(db) : { isAnyNodeGone: false, haveDied: false };
    haveDied ||= marked.haveDied;
    const now = performance.now();
    if (haveDied && now - resyncAt >= times.deathsMs) {
      haveDied = false;
      resyncAt = now;
      onDeath();
    }
    if (marked.isAnyNodeGone) await inPortions(takenAtOnce, publishPortion);
  };
}

type PublishChange = (change: PresenceChange | undefined) => void;

const publishChanges =
  (publish: PresenceOptions["publish"]): PublishChange =>
  (change) => {
    if (change && change.recipientIds.length > 0) publish(change.recipientIds, change.event);
  };

/** Runs the beat from the start of the server to its end. */
export const presencePlugin = fp<{ presence: PresenceService }>(async (app, { presence }) => {
  // Closing hooks run in reverse order, so that no beat follows the stop.
  app.addHook("onClose", () => presence.stop());
  recurring(app, {
    name: "life_sign",
    everyMs: presence.beatMs,
    work: () => presence.renew(),
    failed: "could not say that this process lives, will try again",
  });
  recurring(app, {
    name: "presence",
    everyMs: presence.beatMs,
    work: () => presence.beat(),
    failed: "could not catch up on who is connected, will try again",
  });
});
