/**
 * Replicas of PostgreSQL answer reads that may lag, so that the primary has its time for writes (D-REPLICA). A member's
 * reads go to a replica once it has replayed the member's writes, by its position in the write-ahead log (LSN).
 */
import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import { type Db, isDatabaseAway } from "#server/db/database.ts";
import { errorCodeOf } from "#server/infra/start-fault.ts";

export const replicaUses = ["in_use", "behind", "away", "ahead"] as const;
type ReplicaUse = (typeof replicaUses)[number];

/** Runs a read of a member, or a visitor (null), that may be up to `lagMsMax` old. */
export type ReadFromReplica = <T>(
  readerId: number | null,
  read: (db: Db) => Promise<T>,
) => Promise<T>;

export interface Replicas {
  read: ReadFromReplica;
  /** Notes that writes committed by now concern these members: no replica answers them before it has replayed those. */
  wrote: (memberIds: readonly number[]) => void;
  /** Whether each replica is read from; none where the primary does not say where it is. */
  states: () => ReplicaUse[];
  /** Stops polling; the connections are closed by whoever opened them. */
  close: () => Promise<void>;
}

interface ReplicasOptions {
  primary: Db;
  /** One database per replica. */
  replicas: readonly Db[];
  log: Logger;
  pollEveryMs?: number;
  lagMsMax?: number;
}

/** Where there are no replicas, the primary answers everything. */
export const withoutReplicas = (primary: Db): Replicas => ({
  read: (_readerId, read) => read(primary),
  wrote: () => undefined,
  states: () => [],
  close: () => Promise.resolve(),
});

/** Polls all servers for their positions until it is closed. */
export function openReplicas({
  primary,
  replicas,
  log,
  pollEveryMs = 250,
  lagMsMax = 2_000,
}: ReplicasOptions): Replicas {
  const states = replicas.map((db, index) => new ReplicaState(db, index, log));
  const overdueMs = overduePolls * pollEveryMs;
  const positions = new Positions(lagMsMax);
  const writers = new RecentWriters();
  let turn = 0;

  const poll = async () => {
    const at = performance.now();
    const placeWriters = writers.unplaced();
    const compare = states.map((state) => state.unconfirmed());
    // A replica that says nothing must not hold up what the others and the primary say.
    for (const state of states) state.ask();
    // A commit is answered once it is flushed, so what was answered before is not past this position.
    const lsn = await positionOf(primary, sql`pg_current_wal_flush_lsn()`);
    if (lsn === null) return;
    placeWriters(lsn);
    for (const compareWith of compare) compareWith(lsn);
    // Every replica in use has replayed what was written before the oldest position.
    writers.forgetUpTo(positions.add({ at, lsn }));
  };

  let polled = poll().catch(() => undefined);
  const timer = setInterval(() => {
    // The primary may be away; then its position stays unknown, and soon no replica is used.
    polled = polled.then(poll).catch(() => undefined);
  }, pollEveryMs).unref();

  /** The next replica that has replayed what the reader must see, and everything older than `lagMsMax`. */
  const nextFor = (readerId: number | null): ReplicaState | undefined => {
    const oldest = positions.oldest();
    const own = readerId === null ? 0n : writers.positionOf(readerId);
    if (oldest === undefined || own === null) return undefined;
    const wanted = own > oldest ? own : oldest;
    turn += 1;
    return states
      .map((_, index) => states[(turn + index) % states.length])
      .find((state) => state?.useAt(wanted, overdueMs) === "in_use");
  };

  return {
    async read(readerId, read) {
      const replica = nextFor(readerId);
      if (!replica) return read(primary);
      try {
        return await read(replica.db);
      } catch (error) {
        if (!isDatabaseAway(error) && !isCancelledByReplay(error)) throw error;
        replica.passOver(error);
        return read(primary);
      }
    },
    wrote(memberIds) {
      for (const memberId of memberIds) writers.add(memberId);
    },
    states() {
      const oldest = positions.oldest();
      return oldest === undefined ? [] : states.map((state) => state.useAt(oldest, overdueMs));
    },
    async close() {
      clearInterval(timer);
      await polled;
      await Promise.all(states.map(({ asked }) => asked));
    },
  };
}

/** Where the primary's log was at each poll, for as long as `lagMsMax`. */
class Positions {
  /** Oldest first. */
  readonly #polled: { at: number; lsn: bigint }[] = [];
  readonly #lagMsMax: number;

  constructor(lagMsMax: number) {
    this.#lagMsMax = lagMsMax;
  }

  /** Returns the oldest position, which is what a replica must have replayed. */
  add(polled: { at: number; lsn: bigint }): bigint {
    const all = this.#polled;
    all.push(polled);
    while (all[1] && all[1].at < polled.at - this.#lagMsMax) all.shift();
    return all[0]?.lsn ?? polled.lsn;
  }

  /** What the primary had written `lagMsMax` ago; undefined where it is not known to be that. */
  oldest(): bigint | undefined {
    const newest = this.#polled.at(-1);
    const isRecent = newest && performance.now() - newest.at <= this.#lagMsMax;
    return isRecent ? this.#polled[0]?.lsn : undefined;
  }
}

/**
 * Members who wrote lately, each with a position of the primary's log at or after their last write; null until the next
 * poll has read one.
 */
class RecentWriters {
  readonly #writers = new Map<number, { lsn: bigint | null }>();

  add(memberId: number): void {
    this.#writers.set(memberId, { lsn: null });
  }

  /** Returns a function that gives the primary's next position to all who have none by now. */
  unplaced(): (lsn: bigint) => void {
    const unplaced = [...this.#writers.values()].filter(({ lsn }) => lsn === null);
    return (lsn) => {
      for (const writer of unplaced) writer.lsn = lsn;
    };
  }

  /** The position that a replica must have replayed to answer the member, null while it is unknown. */
  positionOf(memberId: number): bigint | null {
    const writer = this.#writers.get(memberId);
    return writer ? writer.lsn : 0n;
  }

  forgetUpTo(position: bigint): void {
    for (const [memberId, { lsn }] of this.#writers)
      if (lsn !== null && lsn <= position) this.#writers.delete(memberId);
  }
}

/** A replica that has not answered for this long is not read from, so that few reads wait for one that says nothing. */
const overduePolls = 4;

class ReplicaState {
  readonly db: Db;
  /** Resolves once the replica has answered its last question, or is known to be away. */
  asked: Promise<void> = Promise.resolve();
  /** How far it has replayed the primary's log, when it was asked last; null while it is not to be read from. */
  #replayed: bigint | null = null;
  /** Since when it has owed an answer. */
  #askedAt: number | null = null;
  /**
   * Whether all that it has replayed is in the primary's log, as of its last comparison; null before the first. After a
   * restore, or a failover to a server that was behind, a replica may hold writes which the primary does not have.
   */
  #follows: boolean | null = null;
  /** Its position when it did not follow. The primary's grows past this one, although the two logs differ. */
  #refusedAt: bigint | null = null;
  readonly #index: number;
  readonly #log: Logger;
  #isAway = false;

  constructor(db: Db, index: number, log: Logger) {
    this.db = db;
    this.#index = index;
    this.#log = log;
  }

  useAt(wanted: bigint, overdueMs: number): ReplicaUse {
    if (this.#replayed === null) return "away";
    if (this.#askedAt !== null && performance.now() - this.#askedAt > overdueMs) return "away";
    if (this.#follows === null) return "behind";
    if (!this.#follows) return "ahead";
    return this.#replayed >= wanted ? "in_use" : "behind";
  }

  /**
   * Returns a function that compares its current position with a position of the primary. That must be asked for after
   * this call: an older one may be lower although the replica follows.
   */
  unconfirmed(): (primary: bigint) => void {
    const replayed = this.#replayed;
    return (primary) => {
      if (replayed === null || this.#replayed === null || replayed === this.#refusedAt) return;
      const follows = replayed <= primary;
      if (!follows && this.#follows !== false)
        this.#log.error(
          { replica: this.#index },
          "a replica has replayed what the primary never wrote: make it anew; the primary answers",
        );
      this.#follows = follows;
      this.#refusedAt = follows ? null : replayed;
    };
  }

  /** Asks the replica for its position, unless it still owes the last answer. */
  ask(): void {
    if (this.#askedAt !== null) return;
    this.#askedAt = performance.now();
    this.asked = this.#askPosition().finally(() => (this.#askedAt = null));
  }

  async #askPosition(): Promise<void> {
    try {
      // A server that was promoted replays nothing any more: it is another primary, or what is left of one.
      this.#replayed = await positionOf(
        this.db,
        sql`CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END`,
      );
      if (this.#replayed === null) this.#forget();
      if (this.#isAway) this.#log.info({ replica: this.#index }, "the replica answers again");
      this.#isAway = false;
    } catch (error) {
      this.passOver(error);
    }
  }

  /** Excludes the replica until its next successful poll. */
  passOver(error: unknown): void {
    this.#forget();
    if (!this.#isAway)
      this.#log.warn(
        { err: error, replica: this.#index },
        "a replica is away; the primary answers",
      );
    this.#isAway = true;
  }

  /** By the time it answers again, the server may have been made anew. */
  #forget(): void {
    this.#replayed = null;
    this.#follows = null;
    this.#refusedAt = null;
  }
}

/** A position in the write-ahead log as a growing number, or null without one. */
async function positionOf(db: Db, position: RawBuilder<unknown>): Promise<bigint | null> {
  const asked = sql<{ bytes: string | null }>`SELECT (${position} - '0/0'::pg_lsn)::text AS bytes`;
  const bytes = (await asked.execute(db)).rows[0]?.bytes ?? null;
  return bytes === null ? null : BigInt(bytes);
}

/** The replay had to remove rows that the query was reading. */
const isCancelledByReplay = (error: unknown) => errorCodeOf(error) === "40001";
