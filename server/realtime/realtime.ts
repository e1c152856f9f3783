import type { IncomingMessage } from "node:http";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import { type Deployment, hostRoleOf, surfaceOrigins } from "#lib/site/surfaces.ts";
import type { FindSession } from "#server/plugins/session.ts";
import { limitAccountSockets, limitStrangers } from "#server/realtime/connection-limits.ts";
import { limitFrames } from "#server/realtime/frame-limit.ts";
import { HandshakeError, memberOf, sessionOf, signIn } from "#server/realtime/handshake.ts";
import { addressBehind, createNoteRefusal } from "#server/realtime/note-refusals.ts";
import { recheckSessions } from "#server/realtime/recheck.ts";
import { requireSameToken } from "#server/realtime/same-token.ts";
import { dropSlowDevices } from "#server/realtime/slow-devices.ts";
import type { DeviceWatcher, FrameHandler, Realtime } from "#server/realtime/devices.ts";
import type { RedisClients } from "#server/infra/redis.ts";
import { assetHeaders } from "#server/http/security-headers.ts";

interface RealtimeOptions {
  deployment: Deployment;
  /** Multiplies the frames that a socket may send in a minute, and the connections of a network that have not signed in. */
  limitScale: number;
  /** Whose X-Forwarded-For counts. */
  trustedProxies?: string[] | undefined;
  /** Between two questions whether the sessions of open sockets have ended. */
  recheckMs?: number;
  redis: RedisClients | null;
  findSession: FindSession;
  log: Logger;
}

const socketPath = "/socket.io";
/** Whether a request to upgrade is one to a socket of ours. */
export const isForSockets = ({ url, headers }: Pick<IncomingMessage, "url" | "headers">) =>
  headers.upgrade?.toLowerCase() === "websocket" && url?.startsWith(`${socketPath}/`) === true;

const frameBytesMax = 64 * 1024;
const userRoom = (userId: number) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const timerMsMax = 2 ** 31 - 1;
const recheckMsDefault = 30_000;
/** A connection that has not signed in by then is closed: a slow phone takes some round trips. */
const signInMsMax = 8_000;

/** Socket.IO at /socket.io of every host (specification §7, Realtime); to be attached to the HTTP server. */
export function createRealtime({
  deployment,
  limitScale,
  trustedProxies,
  recheckMs = recheckMsDefault,
  redis,
  findSession,
  log,
}: RealtimeOptions): Realtime {
  const origins = surfaceOrigins(deployment);
  const addressOf = addressBehind(trustedProxies);
  const noteRefusal = createNoteRefusal(log, addressOf);
  const io = new Server({
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: frameBytesMax,
    destroyUpgrade: false,
    connectTimeout: signInMsMax,
    cors: { origin: origins, allowedHeaders: ["authorization"] },
    allowRequest: (request, decide) => {
      const { host, origin } = request.headers;
      const isKnown =
        (origin === undefined || origins.includes(origin)) &&
        hostRoleOf(host, deployment.rootDomain) !== null;
      if (!isKnown) noteRefusal(request, "origin");
      decide(null, isKnown);
    },
    ...(redis && { adapter: createAdapter(redis.streams) }),
  });
  let greet: Parameters<Realtime["onConnect"]>[0] = () => Promise.resolve();
  const watchers: DeviceWatcher[] = [];
  const frames = new Map<string, FrameHandler<unknown>>();
  const hearFrames = (socket: Socket) => {
    for (const [event, handle] of frames)
      socket.on(event, (frame: unknown) => {
        const hear = async () => {
          if (await sessionOf(socket, findSession)) await handle(memberOf(socket).id, frame);
          else end(socket);
        };
        hear().catch((error: unknown) => {
          log.warn({ err: error, event }, "could not take a frame");
        });
      });
  };
  const watchDevice = (socket: Socket) => {
    // One that has left while it was greeted has not come.
    if (!socket.connected) return;
    const { id } = memberOf(socket);
    for (const watcher of watchers) watcher.arrived(id);
    socket.on("disconnect", () => {
      for (const watcher of watchers) watcher.left(id);
    });
  };

  io.use((socket, next) => {
    signIn(socket, findSession).then(
      () => {
        next();
      },
      (error: unknown) => {
        if (error instanceof HandshakeError)
          noteRefusal(socket.request, error.data.code, error.account);
        else log.warn({ err: error }, "socket handshake failed");
        next(error instanceof HandshakeError ? error : new HandshakeError("unavailable"));
      },
    );
  });
  io.on("connection", (socket) => {
    const member = memberOf(socket);
    hearFrames(socket);
    void socket.join([userRoom(member.id), sessionRoom(member.sessionId)]);
    const expiry = setTimeout(
      () => {
        end(socket);
      },
      Math.min(member.expiresAt.getTime() - Date.now(), timerMsMax),
    ).unref();
    socket.on("disconnect", (reason) => {
      clearTimeout(expiry);
      // Who signs off holds no connection: it would be counted as nobody's.
      if (reason === "client namespace disconnect") socket.conn.close();
    });
    const welcome = async () => {
      // A session that ended before its socket was in the room has passed it by.
      if (!(await sessionOf(socket, findSession))) {
        end(socket);
        return;
      }
      await greet(member.id, (event, payload) => socket.emit(event, payload));
      watchDevice(socket);
    };
    welcome().catch((error: unknown) => {
      // A socket that never heard its counters must not stay. Without its transport the client comes again by itself;
      // a disconnect in words would be final to it.
      log.warn({ err: error }, "could not greet a socket");
      socket.conn.close();
    });
  });

  limitAccountSockets(io, { redis, log });
  recheckSessions(io, { findSession, everyMs: recheckMs, end, log });

  return {
    io,
    attach(server) {
      io.attach(server);
      limitFrames(io, limitScale);
      dropSlowDevices(io);
      limitStrangers(io, { scale: limitScale, addressOf, noteRefusal, findSession, log });
      requireSameToken(io, origins, noteRefusal);
      io.engine.on("headers", (headers: Record<string, string>) => {
        Object.assign(headers, assetHeaders({ deployment }));
      });
    },
    tell(userIds, event, payload) {
      const rooms = [userIds].flat().map(userRoom);
      if (rooms.length > 0) io.to(rooms).emit(event, payload);
    },
    isHere: (userId) => io.of("/").adapter.rooms.has(userRoom(userId)),
    tellHere(userId, event, payload) {
      io.local.to(userRoom(userId)).emit(event, payload);
    },
    share(topic, content) {
      if (redis) io.serverSideEmit(topic, content);
    },
    onShared(topic, hear) {
      io.on(topic, hear);
    },
    endSession(sessionId) {
      // This node's own first: the way to the others, Redis, may be away.
      for (const reach of [io.local, io]) {
        reach.in(sessionRoom(sessionId)).emit("session_ended", {});
        reach.in(sessionRoom(sessionId)).disconnectSockets(true);
      }
    },
    onConnect(handler) {
      greet = handler;
    },
    onFrame(event, schema, handle) {
      frames.set(event, (userId, frame) => {
        const parsed = schema.safeParse(frame);
        return parsed.success ? handle(userId, parsed.data) : undefined;
      });
    },
    watch(watcher) {
      watchers.push(watcher);
    },
  };
}

function end(socket: Socket): void {
  socket.emit("session_ended", {});
  socket.disconnect(true);
}
