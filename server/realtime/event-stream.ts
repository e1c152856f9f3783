/**
 * The events that nodes hand each other, by a Redis stream. The sockets of the own node never wait for it. What Redis
 * does not take is not kept: as soon as it takes something again, and whenever a node may have read less than the others
 * wrote, the devices learn that they may have missed events, and ask for what they lack (D-RESYNC).
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { RedisClients } from "#server/infra/redis.ts";
import { tracedAnew, writtenPlace } from "#server/telemetry/tracing.ts";

interface Options {
  redis: RedisClients;
  log: Logger;
  /** Called once Redis works and all that failed together is over: events of other nodes may not have come here. */
  onMissed: () => void;
}

const streamName = "socket.io";
const streamLengthMax = 10_000;
/** Shorter than a silence that counts as the loss of a connection. */
const readWaitMs = 1_000;
/** What Redis has not acknowledged; a second of 2,000 messages takes 4 MB. */
const bytesInFlightMax = 8 * 1024 * 1024;
const lookEveryMs = 100;
/** The other nodes find Redis again about as soon as this one. */
const settleMs = 400;
const unreadMsMax = 3_000;
const nodesMax = 1_000;
/** An entry that Socket.IO acts on in no version: a heartbeat, of which this adapter knows nothing. */
const heartbeatType = "2";

/** What an entry of the stream says beside what Socket.IO writes; one of an older version says nothing. */
interface EntryMark {
  node?: string;
  number?: string;
  /** Entries before this one were not written. */
  lost?: string;
  /** Where in a trace it was written. */
  trace?: string;
}

export function createEventStream({ redis, log, onMissed }: Options) {
  const node = randomUUID();
  const writer = createWriter(node, redis, log);
  const readers = new Set<Redis>();
  /** The number of the last entry that was read of each node. */
  const read = new LRUCache<string, number>({ max: nodesMax });
  const ownRead = () => read.get(node) ?? 0;
  /** Set while an entry of this node has not come back yet. */
  let awaited = { number: 0, since: 0 };
  /** Nothing is asked for until an entry of this node, written from then on, has come back: `from` is its number. */
  let missing: { from: number; backAt: number | null } | null = null;

  const missed = () => {
    missing ??= { from: writer.beat(), backAt: null };
  };
  const settleMissed = () => {
    if (!missing) return;
    const isBack = writer.isWhole() && ownRead() >= missing.from;
    missing.backAt = isBack ? (missing.backAt ?? Date.now()) : null;
    if (missing.backAt === null || Date.now() - missing.backAt < settleMs) return;
    missing = null;
    onMissed();
  };
  const noteEntry = ({ node: by, number, lost }: EntryMark) => {
    if (by === undefined) return;
    const last = read.get(by);
    const isGap = last !== undefined && Number(number) > last + 1;
    if (lost !== undefined || isGap) missed();
    // What a connection had sent before it was lost may arrive late.
    read.set(by, Math.max(last ?? 0, Number(number)));
  };
  const openReader = () => {
    const reader = redis.openReader();
    readers.add(reader);
    let wasLost = false;
    reader.on("close", () => (wasLost = true));
    reader.on("ready", () => {
      if (wasLost) missed();
      wasLost = false;
      if (ownRead() === 0) writer.beat();
    });
    const readNow = reader.xread.bind(reader) as (...command: unknown[]) => Promise<unknown>;
    const readOrPause = async (...command: unknown[]) => {
      try {
        return await readNow(...command);
      } catch (error) {
        log.debug({ err: error }, "could not read the events of other nodes");
        // The adapter reads again at once, whatever the error.
        await pause(lookEveryMs, undefined, { ref: false });
        throw error;
      }
    };
    return Object.assign(reader, { xread: readOrPause });
  };
  /** What this node wrote comes back to it; when it does not, nothing of the others comes either. */
  const checkReading = () => {
    // From the first entry on that has come back, this node reads without a gap.
    if (ownRead() === 0) writer.beat();
    if (ownRead() >= awaited.number) awaited = { number: writer.written(), since: Date.now() };
    if (Date.now() - awaited.since < unreadMsMax || ownRead() >= awaited.number) return;
    awaited.since = Date.now();
    log.warn("the events of other nodes do not come, reading anew");
    // One that is just connecting would end for good.
    for (const reader of readers) if (reader.status === "ready") reader.disconnect(true);
  };
  const looking = setInterval(() => {
    writer.probe();
    checkReading();
    settleMissed();
  }, lookEveryMs).unref();

  const create = createAdapter(
    { options: {}, duplicate: openReader, xadd: writer.write, publish: writer.publish },
    { streamName, maxLen: streamLengthMax, blockTimeInMs: readWaitMs },
  );
  // Socket.IO calls it with `new`, which an arrow function does not allow.
  const createFor = function (namespace: unknown) {
    const adapter = create(namespace);
    const receive = adapter.onRawMessage.bind(adapter);
    adapter.onRawMessage = (entry, offset) => {
      const mark = entry as EntryMark; // Each field is a text that some node of this deployment wrote.
      noteEntry(mark);
      const receiveEntry = () => {
        receive(entry, offset);
      };
      if (mark.trace === undefined || mark.node === node) receiveEntry();
      else tracedAnew({ name: "receive event", kind: "consumer" }, receiveEntry, mark.trace);
    };
    const close = adapter.close.bind(adapter);
    adapter.close = () => {
      clearInterval(looking);
      return close();
    };
    return adapter;
  };
  return {
    adapter: createFor,
    /** Whether what happens here reaches the other nodes, as far as is known. */
    isWhole: writer.isWhole,
    /** How many events of this process did not reach the other nodes. */
    unpublished: writer.unpublished,
    /** What Redis has not acknowledged. */
    bytesInFlight: writer.bytesInFlight,
  };
}

interface Outage {
  since: number;
  unpublished: number;
  /** An entry is on its way that tells of the outage; what follows it may be written. */
  isProbed: boolean;
}

function createWriter(node: string, { commands }: RedisClients, log: Logger) {
  let [number, written, bytesInFlight, unpublished] = [0, 0, 0, 0];
  let outage: Outage | null = null;

  const add = async (fields: string[]) => {
    const own = (number += 1);
    const bytes = fields.reduce((sum, field) => sum + Buffer.byteLength(field), 0);
    bytesInFlight += bytes;
    try {
      const place = writtenPlace();
      const mark = ["node", node, "number", String(own), ...(place ? ["trace", place] : [])];
      await commands.xadd(
        ...[streamName, "MAXLEN", "~", streamLengthMax, "*"],
        ...[...fields, ...mark],
      );
      written = own;
    } finally {
      bytesInFlight -= bytes;
    }
  };
  const lose = (error: unknown, count = 1) => {
    if (!outage) log.warn({ err: error }, "events do not reach the other nodes");
    outage ??= { since: Date.now(), unpublished: 0, isProbed: false };
    outage.unpublished += count;
    unpublished += count;
    outage.isProbed = false;
  };
  const beat = (...fields: string[]) =>
    add(["uid", node, "nsp", "/", "type", heartbeatType, ...fields]);
  const isOpen = () => outage === null || outage.isProbed;

  return {
    isWhole: () => outage === null,
    /** The number of the last entry that Redis acknowledged. */
    written: () => written,
    unpublished: () => unpublished,
    bytesInFlight: () => bytesInFlight,

    /** Takes the arguments of XADD; the offset it answers has a use for connection state recovery only. */
    write: ([, , , , , ...fields]: string[]): Promise<string> => {
      if (!isOpen()) lose(null);
      else if (bytesInFlight > bytesInFlightMax) lose(new Error("Redis is too slow"));
      else add(fields).catch(lose);
      return Promise.resolve("");
    },

    /** Events that are worthless later. */
    publish: (channel: string, payload: Buffer): Promise<unknown> =>
      isOpen() ? commands.publish(channel, payload).catch(lose) : Promise.resolve(0),

    /** Writes an entry that only shows that Redis works; answers its number, or that of the one that ends an outage. */
    beat(): number {
      if (outage) return outage.isProbed ? number : number + 1;
      beat().catch((error: unknown) => {
        lose(error, 0);
      });
      return number;
    },

    /** During an outage, once everything has failed that was under way: tries whether it is over. */
    probe(): void {
      if (!outage || outage.isProbed || bytesInFlight > 0) return;
      const probed = outage;
      probed.isProbed = true;
      const end = () => {
        if (outage !== probed || !probed.isProbed) return;
        const { unpublished: count, since } = probed;
        log.info(
          { unpublished: count, ms: Date.now() - since },
          "events reach the other nodes again",
        );
        outage = null;
      };
      beat("lost", String(probed.unpublished)).then(end, (error: unknown) => {
        lose(error, 0);
      });
    },
  };
}
