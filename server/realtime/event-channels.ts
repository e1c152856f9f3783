/**
 * Exchanges events between nodes by channels of Redis: each node has one for events with recipients there, and one is
 * for all. Sockets of the own node never wait for it. Events that Redis does not accept are dropped: as soon as it
 * accepts events again, and whenever a node may have received fewer than the others wrote, the devices get a resync and
 * fetch what they may have missed (D-RESYNC).
 */
import { randomInt } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Namespace } from "socket.io";
import { type ClusterMessage, MessageType } from "socket.io-adapter";
import type { RedisClients } from "#server/infra/redis.ts";
import { createChannelWriter } from "#server/realtime/channel-writer.ts";
import { NodeAdapter, type NodeMessage } from "#server/realtime/node-adapter.ts";
import { createRoomDirectory } from "#server/realtime/room-directory.ts";
import { tracedAnew } from "#server/telemetry/tracing.ts";

interface Options {
  redis: RedisClients;
  /** The prefix of rooms in the directory: events for them go only to the nodes that have them. */
  roomPrefix: string;
  log: Logger;
  /**
   * Called once Redis works again and a beat of this node has returned, for devices here may have missed events of other
   * nodes; with a room, only those in it.
   */
  onMissed: (room?: string) => void;
  /** How often rooms that nobody is in any more are removed from the directory. */
  sweepEveryMs?: number | undefined;
}

const lookEveryMs = 100;
const beatEveryMs = 1_000;
/**
 * After an outage of Redis a resync waits this long, because the other nodes reconnect at about the same time as this
 * one.
 */
const settleMs = 400;
const beatOverdueMs = 3_000;

export function createEventChannels({ redis, roomPrefix, log, onMissed, sweepEveryMs }: Options) {
  // A number, because Redis needs eight bytes of it for each connected member.
  const node = String(randomInt(2 ** 47));
  const writer = createChannelWriter({ node, redis, log, enterAll: () => directory.enterAll() });
  const directory = createRoomDirectory({
    ownRoom: writer.ownRoom,
    sweepEveryMs,
    write: writer.list,
    isHere: (room) => room === writer.ownRoom || (adapter?.rooms.has(room) ?? false),
    onMissed(room) {
      if (room === undefined) resync.request();
      else onMissed(room);
    },
  });
  let adapter: NodeAdapter | null = null;
  const reader = redis.openReader();
  const watch = createBeatWatch({ writer, reader, log });
  const resync = createPendingResync({
    beat: () => writer.beat(),
    hasReturned: (beat) => writer.reachesOtherNodes() && watch.hasReturned(beat),
    settled: onMissed,
  });

  const { receive, received } = createReceiver({
    node,
    log,
    onBeat: (beat) => {
      watch.returned(beat);
    },
    onLoss: resync.request,
    onEvent: (event) => adapter?.receive(event),
  });
  /** Subscribes first, because another node removes the rooms of a node without a subscriber. */
  const subscribe = async () => {
    await reader.subscribe(writer.ownChannel, writer.commonChannel);
    directory.enterAll().catch(() => undefined); // the writer has recorded it
    watch.subscribed();
  };
  openReader(reader, {
    receive,
    ready(isAnew) {
      subscribe().then(
        () => {
          if (isAnew) resync.requestAnew();
        },
        (error: unknown) => {
          log.warn({ err: error }, "could not subscribe to the events of other nodes");
        },
      );
    },
    lost: watch.lost,
  });
  const looking = setInterval(() => {
    writer.probe();
    watch.check();
    resync.settle();
  }, lookEveryMs).unref();

  const createFor = function (namespace: Namespace) {
    const opened = new NodeAdapter(namespace, {
      write(event, rooms) {
        writer.write(event, isDirected(event, rooms, roomPrefix) ? rooms : null);
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
    /** Must be awaited before a socket joins a room: from then on events for it arrive here. Never rejects. */
    expect: directory.expect,
    /** Sends `content` to the other nodes that have one of the rooms, as `serverSideEmit` sends it to all nodes. */
    shareWith(rooms: string[], topic: string, content: unknown): void {
      const event = adapter?.serverSide([topic, content]);
      if (event && rooms.length > 0) writer.write(event, rooms);
    },
    /** Reports to all nodes, also this one, that events were lost, so that each of them makes its devices resync. */
    announceLoss: writer.announceLoss,
    /** Whether events of this node reach the others, as far as is known. */
    reachesOtherNodes: writer.reachesOtherNodes,
    /** The number of events of this process that did not reach the other nodes. */
    unpublished: writer.unpublished,
    /** The bytes that Redis has not acknowledged. */
    bytesInFlight: writer.bytesInFlight,
    /** The number of events of other nodes that have arrived here. */
    received,
  };
}

/** Whether the event goes only to the nodes that have its rooms. */
const isDirected = ({ type }: ClusterMessage, rooms: string[], roomPrefix: string) =>
  type === MessageType.BROADCAST &&
  rooms.length > 0 &&
  rooms.every((room) => room.startsWith(roomPrefix));

/** Messages that cannot be read are logged once as long as they follow each other within this time. */
const unreadableMs = 60_000;

interface ReceiverOptions {
  node: string;
  log: Logger;
  onBeat: (beat: number) => void;
  onLoss: () => void;
  /** Called for events of other nodes. */
  onEvent: (event: ClusterMessage) => void;
}

function createReceiver({ node, log, onBeat, onLoss, onEvent }: ReceiverOptions) {
  let received = 0;
  let unreadableAt = -Infinity;
  const read = (text: string) => {
    const message = JSON.parse(text) as NodeMessage; // written by a node of this deployment
    if (message.beat !== undefined) onBeat(message.beat);
    if (message.lost !== undefined) onLoss();
    if (!message.event || message.node === node) return;
    received += 1;
    const { event, trace } = message;
    const handOver = () => onEvent(event);
    if (trace === undefined) handOver();
    else tracedAnew({ name: "receive event", kind: "consumer" }, handOver, trace);
  };
  return {
    received: () => received,
    receive: (text: string): void => {
      try {
        read(text);
      } catch (error) {
        // A node of a later release may write otherwise. No resync, which each such message would cause anew.
        const now = performance.now();
        if (now >= unreadableAt + unreadableMs)
          log.warn({ err: error }, "a message of another node cannot be read");
        unreadableAt = now;
      }
    },
  };
}

interface WatchOptions {
  writer: Pick<ReturnType<typeof createChannelWriter>, "beat" | "reachesOtherNodes">;
  reader: Redis;
  log: Logger;
}

/** Checks that this node's own beats return to it; when they do not, no events of others arrive either. */
function createBeatWatch({ writer, reader, log }: WatchOptions) {
  let lastReturned = 0;
  /** The beat that is awaited. Beats go the same way as events: over the directory and the channel of this node. */
  let awaited = { number: 0, since: Date.now() };
  let isSubscribed = false;
  return {
    returned(beat: number): void {
      lastReturned = Math.max(lastReturned, beat);
    },
    hasReturned: (beat: number) => lastReturned >= beat,
    subscribed(): void {
      isSubscribed = true;
      awaited = { number: writer.beat(), since: Date.now() };
    },
    lost: (): void => {
      isSubscribed = false;
    },
    check(): void {
      const now = Date.now();
      // A reader that is just connecting must not be disconnected, because it would then stay closed.
      if (reader.status !== "ready" || !writer.reachesOtherNodes()) awaited.since = now;
      else if (isSubscribed && lastReturned >= awaited.number) {
        if (now - awaited.since >= beatEveryMs) awaited = { number: writer.beat(), since: now };
      } else if (now - awaited.since >= beatOverdueMs) {
        awaited.since = now;
        log.warn("no events arrive from other nodes; reconnecting the subscription");
        reader.disconnect(true);
      }
    },
  };
}

interface ResyncOptions {
  /** Sends a beat; returns its number. */
  beat: () => number;
  hasReturned: (beat: number) => boolean;
  settled: () => void;
}

/** A resync is due once a beat that was sent after it was requested has returned, because until then devices could miss events again. */
function createPendingResync({ beat, hasReturned, settled }: ResyncOptions) {
  let pending: { from: number; backAt: number | null } | null = null;
  const request = () => {
    pending ??= { from: beat(), backAt: null };
  };
  return {
    request,
    /** Beats that had returned before do not count. */
    requestAnew() {
      pending = null;
      request();
    },
    settle() {
      if (!pending) return;
      pending.backAt = hasReturned(pending.from) ? (pending.backAt ?? Date.now()) : null;
      if (pending.backAt === null || Date.now() - pending.backAt < settleMs) return;
      pending = null;
      settled();
    },
  };
}

interface ReaderEvents {
  receive: (text: string) => void;
  /** Called when the connection is ready, for the first time or again. */
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
