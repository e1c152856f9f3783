import type { Server as HttpServer } from "node:http";
import type { Logger } from "pino";
import { Server, type ServerOptions, type Socket } from "socket.io";
import type { SocketEventName, SocketEvents } from "#lib/api/socket-events.ts";
import { type Deployment, hostRoleOf, surfaceOrigins } from "#lib/site/surfaces.ts";
import { addressBehind } from "#server/http/client-network.ts";
import { isOfForeignPage } from "#server/http/cross-site.ts";
import { assetHeaders } from "#server/http/security-headers.ts";
import type { RedisClients } from "#server/infra/redis.ts";
import { isTracing, traced } from "#server/telemetry/tracing.ts";
import type { FindSession } from "#server/plugins/session.ts";
import {
  dropSlowDevices,
  limitAccountSockets,
  limitFrames,
  limitSignedOut,
  SparingWebSocketServer,
  type Traffic,
} from "#server/realtime/connection-limits.ts";
import { joinFrames, traceDeliveries } from "#server/realtime/deliveries.ts";
import { isOfOwnOrigin, socketPath } from "#server/realtime/engine-requests.ts";
import { createEventChannels } from "#server/realtime/event-channels.ts";
import { createFrames, type OnFrame } from "#server/realtime/frames.ts";
import {
  createGreeting,
  type DeviceWatcher,
  emitTo,
  end,
  type Greet,
} from "#server/realtime/greeting.ts";
import { socketMember, signInSockets } from "#server/realtime/sign-in-sockets.ts";
import { createHandOver } from "#server/realtime/hand-over.ts";
import { createOutage } from "#server/realtime/outage.ts";
import { createNoteRefusal, type NoteRefusal } from "#server/realtime/note-refusals.ts";
import { recheckSessions } from "#server/realtime/recheck.ts";
import { requireSameToken } from "#server/realtime/same-token.ts";

/** Publishes events to the devices of members, on whatever node they are connected. */
interface Realtime {
  io: Server;
  attach(server: HttpServer): void;
  publish: Publish;
  /** Whether a device of the member is connected to this node. */
  isHere: (userId: number) => boolean;
  /** Publishes to the member's devices on this node alone. */
  publishHere<E extends SocketEventName>(userId: number, event: E, payload: SocketEvents[E]): void;
  /** Whether events reach the other nodes, as far as is known; without Redis there are no other nodes. */
  reachesOtherNodes: () => boolean;
  /** Sends `content` to the other nodes, each of which receives it by `onShared`. */
  share(topic: string, content: unknown): void;
  /** As `share`, only to nodes with a device of one of the members. */
  shareWith(userIds: number[], topic: string, content: unknown): void;
  onShared(topic: string, receive: (content: unknown) => void): void;
  /** Makes the devices of all nodes fetch what a dead node may have stored and not published (D-RESYNC). */
  resyncEverywhere: () => void;
  /** Closes the sockets of a session with the event `session_ended`. */
  endSession(sessionId: string): void;
  /** As `endSession`, for devices on this node alone. */
  endSessionHere(sessionId: string): void;
  /** Whether any device is connected to this node. */
  hasDevices: () => boolean;
  /** Greets each device that connects with its first events, e.g. the absolute counters. */
  onConnect(greet: Greet): void;
  onFrame: OnFrame;
  /**
   * Refuses new sockets and closes the open ones in portions over `withinMs`, so that the other nodes do not receive
   * all of them at once.
   */
  handOver(withinMs: number): Promise<void>;
  /** Called for each device that was greeted on this node, and when it has disconnected. */
  watch(watcher: DeviceWatcher): void;
  numbers(): RealtimeNumbers;
}

/** The current state and the counters since the start. */
interface RealtimeNumbers extends Traffic {
  sockets: number;
  published: ReadonlyMap<string, number>;
  resyncs: number;
  /** Events of other nodes that arrived here. */
  received: number;
  /** Events that did not reach the other nodes, and those on their way. */
  unpublished: number;
  bytesInFlight: number;
}

export type Publish = <E extends SocketEventName>(
  userIds: number | number[],
  event: E,
  payload: SocketEvents[E],
) => void;

interface RealtimeOptions {
  deployment: Deployment;
  /** Multiplies the frames of a socket in a minute, and the connections of a network that have not signed in. */
  limitScale: number;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: string[] | undefined;
  /** The interval in which open sockets' sessions are checked for their end. */
  recheckMs?: number;
  /** The interval in which rooms without a device of this node are removed from the directory. */
  sweepRoomsMs?: number;
  redis: RedisClients | null;
  findSession: FindSession;
  log: Logger;
}

const frameBytesMax = 64 * 1024;
const roomPrefix = "user:";
const userRoom = (userId: number) => `${roomPrefix}${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const timerMsMax = 2 ** 31 - 1;
const recheckMsDefault = 30_000;
/** A connection that has not signed in within this time is closed; on a slow phone signing in takes some round trips. */
const signInMsMax = 8_000;

/** Socket.IO at /socket.io of every host (S-REALTIME); must be attached to the HTTP server. */
export function createRealtime({
  deployment,
  limitScale,
  trustedProxies,
  recheckMs = recheckMsDefault,
  sweepRoomsMs: sweepEveryMs,
  redis,
  findSession,
  log,
}: RealtimeOptions): Realtime {
  const addressOf = addressBehind(trustedProxies);
  const noteRefusal = createNoteRefusal(log, addressOf);
  const onMissed = (room?: string) => void greeting.resync(room);
  const channels = redis && createEventChannels({ redis, log, onMissed, roomPrefix, sweepEveryMs });
  const io = openServer(deployment, noteRefusal, channels?.adapter);
  const traffic: Traffic = { connections: 0, frames: 0, deliveries: 0, dropped: 0 };
  const published = new Map<string, number>();
  const count = (event: string) => published.set(event, (published.get(event) ?? 0) + 1);
  let handOver: Realtime["handOver"] = () => Promise.resolve();
  const greeting = createGreeting(io, { findSession, log });
  const { endIfOver } = greeting;
  const { onFrame, receiveFrames } = createFrames({ findSession, end, log });

  const outage = createOutage(log);
  signInSockets(io, {
    findSession,
    noteRefusal,
    outage,
    log,
    // Events must arrive here before the device learns that it is connected, because then it fetches what it missed.
    signedIn: async ({ id }) => channels?.expect(userRoom(id)),
  });
  io.on("connection", (socket) => {
    const { id, sessionId, liveMs } = socketMember(socket);
    receiveFrames(socket);
    void socket.join([userRoom(id), sessionRoom(sessionId)]);
    endAfter(socket, liveMs, endIfOver);
    greeting.admit(socket);
  });

  limitAccountSockets(io, { redis, log });
  const reachesOtherNodes = () => channels?.reachesOtherNodes() ?? true;
  recheckSessions(io, { endIfOver, everyMs: recheckMs, reachesOtherNodes, log });

  return {
    io,
    attach(server) {
      io.attach(server);
      joinFrames(io);
      if (isTracing()) traceDeliveries(io);
      outage.refuseHandshakes(io);
      limitFrames(io, limitScale, traffic);
      dropSlowDevices(io, traffic);
      limitSignedOut(io, { scale: limitScale, addressOf, noteRefusal, findSession, log });
      requireSameToken(io, deployment, noteRefusal);
      handOver = createHandOver(io);
      addHeaders(io, deployment);
    },
    publish(userIds, event, payload) {
      const rooms = [userIds].flat().map(userRoom);
      if (rooms.length === 0) return;
      count(event);
      const attributes = { "kampus.event": event, "kampus.recipients": rooms.length };
      traced({ name: `publish ${event}`, kind: "producer", attributes }, () =>
        emitTo(io.to(rooms))(event, payload),
      );
    },
    isHere: (userId) => io.of("/").adapter.rooms.has(userRoom(userId)),
    publishHere(userId, event, payload) {
      count(event);
      emitTo(io.local.to(userRoom(userId)))(event, payload);
    },
    reachesOtherNodes,
    share(topic, content) {
      if (redis) io.serverSideEmit(topic, content);
    },
    shareWith(userIds, topic, content) {
      channels?.shareWith(userIds.map(userRoom), topic, content);
    },
    onShared(topic, receive) {
      io.on(topic, receive);
    },
    resyncEverywhere: () => channels?.announceLoss(),
    endSession(sessionId) {
      // Begins with this node, because Redis, which reaches the others, may be away.
      for (const reach of [io.local, io]) endIn(reach, sessionRoom(sessionId));
    },
    endSessionHere: (sessionId) => endIn(io.local, sessionRoom(sessionId)),
    hasDevices: () => io.of("/").sockets.size > 0,
    onConnect: greeting.onConnect,
    onFrame,
    handOver: (withinMs) => handOver(withinMs),
    watch: greeting.watch,
    numbers: () => ({
      ...traffic,
      published,
      resyncs: greeting.resyncs(),
      sockets: io.of("/").sockets.size,
      received: channels?.received() ?? 0,
      unpublished: channels?.unpublished() ?? 0,
      bytesInFlight: channels?.bytesInFlight() ?? 0,
    }),
  };
}

function addHeaders(io: Server, deployment: Deployment): void {
  io.engine.on("headers", (headers: Record<string, string>) => {
    Object.assign(headers, assetHeaders({ deployment }));
  });
}

function openServer(
  deployment: Deployment,
  noteRefusal: NoteRefusal,
  adapter: ServerOptions["adapter"] | undefined,
): Server {
  return new Server({
    path: socketPath,
    serveClient: false,
    wsEngine: SparingWebSocketServer,
    maxHttpBufferSize: frameBytesMax,
    destroyUpgrade: false,
    connectTimeout: signInMsMax,
    cors: { origin: surfaceOrigins(deployment), allowedHeaders: ["authorization"] },
    allowRequest: (request, decide) => {
      const isKnown =
        isOfOwnOrigin(request, deployment) &&
        !isOfForeignPage(request) &&
        hostRoleOf(request.headers.host, deployment.rootDomain) !== null;
      if (!isKnown) noteRefusal(request, "origin");
      decide(null, isKnown);
    },
    ...(adapter && { adapter }),
  });
}

/** Ends the socket when its session ends by time. */
function endAfter(
  socket: Socket,
  liveMs: number,
  endIfOver: (socket: Socket) => Promise<void>,
): void {
  const expiry = setTimeout(
    () => {
      // The database's clock decides; while it is away, the recheck tries again.
      endIfOver(socket).catch(() => undefined);
    },
    Math.min(liveMs, timerMsMax),
  ).unref();
  socket.on("disconnect", (reason) => {
    clearTimeout(expiry);
    // A connection without a signed-in socket would count as not signed in.
    if (reason === "client namespace disconnect") socket.conn.close();
  });
}

function endIn(reach: Pick<Server, "in">, room: string): void {
  emitTo(reach.in(room))("session_ended", {});
  reach.in(room).disconnectSockets(true);
}
