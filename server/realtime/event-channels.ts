/**
 * The events that nodes hand each other, by channels of Redis: each node has one, to which comes only what has recipients
 * there, and one is of all. The sockets of the own node never wait for it. What Redis does not take is not kept: as soon as
 * it takes something again, and whenever a node may have received less than the others wrote, the devices learn that they
 * may have missed events, and ask for what they lack (D-RESYNC).
 */
import { randomInt } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Namespace } from "socket.io";
import { MessageType } from "socket.io-adapter";
import type { RedisClients } from "#server/infra/redis.ts";
import { createChannelWriter } from "#server/realtime/channel-writer.ts";
import { NodeAdapter, type NodeMessage } from "#server/realtime/node-adapter.ts";
import { createRoomDirectory } from "#server/realtime/room-directory.ts";
import { tracedAnew } from "#server/telemetry/tracing.ts";

interface Options {
  redis: RedisClients;
  /** How rooms begin that are in the directory: events for them go only to the nodes that have them. */
  roomPrefix: string;
  log: Logger;
  /**
   * Called once Redis works and all that failed together is over: events of other nodes may not have come here, or those
   * for the room that is named.
   */
  onMissed: (room?: string) => void;
}

const lookEveryMs = 100;
const beatEveryMs = 1_000;
/** The other nodes find Redis again about as soon as this one. */
const settleMs = 400;
const unreadMsMax = 3_000;

export function createEventChannels({ redis, roomPrefix, log, onMissed }: Options) {
  // A number, of which Redis needs eight bytes for each member who is here.
  const node = String(randomInt(2 ** 47));
  const writer = createChannelWriter({ node, redis, log, enterAll: () => directory.enterAll() });
  const directory = createRoomDirectory({
    ownRoom: writer.ownRoom,
    write: writer.list,
    isHere: (room) => room === writer.ownRoom || (adapter?.rooms.has(room) ?? false),
    onMissed(room) {
      if (room === undefined) missed();
      else onMissed(room);
    },
  });
  let adapter: NodeAdapter | null = null;
  let received = 0;
  /** The last beat of this node that has come back to it. */
  let beaten = 0;
  /** Beats go the way of events: over the directory and the channel of this node. */
  let awaited = { number: 0, since: Date.now() };
  /** Nothing is asked for until a beat of this node, written from then on, has come back: `from` is its number. */
  let missing: { from: number; backAt: number | null } | null = null;
  let isSubscribed = false;

  const missed = () => {
    missing ??= { from: writer.beat(), backAt: null };
  };
  const settleMissed = () => {
    if (!missing) return;
    const isBack = writer.isWhole() && beaten >= missing.from;
    missing.backAt = isBack ? (missing.backAt ?? Date.now()) : null;
    if (missing.backAt === null || Date.now() - missing.backAt < settleMs) return;
    missing = null;
    onMissed();
  };
  const receive = (text: string) => {
    const message = JSON.parse(text) as NodeMessage; // Some node of this deployment wrote it.
    if (message.beat !== undefined) beaten = Math.max(beaten, message.beat);
    if (message.lost !== undefined) missed();
    if (!message.event || message.node === node) return;
    received += 1;
    const { event, trace } = message;
    const handOver = () => adapter?.receive(event);
    if (trace === undefined) handOver();
    else tracedAnew({ name: "receive event", kind: "consumer" }, handOver, trace);
  };
  const reader = redis.openReader();
  /** Of a node that nobody can reach nothing may be in the directory: whoever finds that takes it out. */
  const subscribe = async () => {
    await reader.subscribe(writer.ownChannel, writer.commonChannel);
    isSubscribed = true;
    directory.enterAll().catch(() => undefined); // The writer has noted it.
    awaited = { number: writer.beat(), since: Date.now() };
  };
  openReader(reader, {
    receive,
    ready(isAnew) {
      subscribe().then(
        () => {
          if (!isAnew) return;
          // What had come back before does not count.
          missing = null;
          missed();
        },
        (error: unknown) => {
          log.warn({ err: error }, "could not subscribe to the events of other nodes");
        },
      );
    },
    lost() {
      isSubscribed = false;
    },
  });
  /** What this node writes to itself comes back to it; when it does not, nothing of the others comes either. */
  const checkReading = () => {
    const now = Date.now();
    // One that is just connecting would end for good.
    if (reader.status !== "ready" || !writer.isWhole()) awaited.since = now;
    else if (isSubscribed && beaten >= awaited.number) {
      if (now - awaited.since >= beatEveryMs) awaited = { number: writer.beat(), since: now };
    } else if (now - awaited.since >= unreadMsMax) {
      awaited.since = now;
      log.warn("the events of other nodes do not come, reading anew");
      reader.disconnect(true);
    }
  };
  const looking = setInterval(() => {
    writer.probe();
    checkReading();
    settleMissed();
  }, lookEveryMs).unref();

  const createFor = function (namespace: Namespace) {
    const opened = new NodeAdapter(namespace, {
      write(event, rooms) {
        const isListed = rooms.length > 0 && rooms.every((room) => room.startsWith(roomPrefix));
        const isDirected = isListed && event.type === MessageType.BROADCAST;
        writer.write(event, isDirected ? rooms : null);
      },
      left: directory.leave,
      close() {
        clearInterval(looking);
        directory.close();
        reader.disconnect();
      },
    });
    adapter = opened;
    return opened;
  };
  return {
    adapter: createFor,
    /** To be awaited before a socket joins a room: from then on events for it come here. Never fails. */
    expect: directory.expect,
    /** Hands the other nodes that have one of the rooms a content, as `serverSideEmit` hands it to all. */
    shareWith(rooms: string[], topic: string, content: unknown): void {
      const event = adapter?.serverSide([topic, content]);
      if (event && rooms.length > 0) writer.write(event, rooms);
    },
    /** Whether what happens here reaches the other nodes, as far as is known. */
    isWhole: writer.isWhole,
    /** How many events of this process did not reach the other nodes. */
    unpublished: writer.unpublished,
    /** What Redis has not acknowledged. */
    bytesInFlight: writer.bytesInFlight,
    /** How many events of other nodes have come here. */
    received: () => received,
  };
}

interface ReaderEvents {
  receive: (text: string) => void;
  /** The connection is there, for the first time or anew. */
  ready: (isAnew: boolean) => void;
  lost: () => void;
}

function openReader(reader: Redis, { receive, ready, lost }: ReaderEvents): void {
  let wasLost = false;
  reader.on("message", (_channel, text) => {
    receive(text);
  });
  reader.on("ready", () => {
    ready(wasLost);
    wasLost = false;
  });
  reader.on("close", () => {
    wasLost = true;
    lost();
  });
}
