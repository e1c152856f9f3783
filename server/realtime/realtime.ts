import type { IncomingMessage, Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import { type Deployment, hostRoleOf, surfaceOrigins } from "#lib/surfaces.ts";
import { bearerToken, type FindSession, type SessionMember } from "#server/plugins/session.ts";
import { limitFrames } from "#server/realtime/frame-limit.ts";
import type { RedisClients } from "#server/redis.ts";
import { assetHeaders } from "#server/security-headers.ts";

/** Sends events to the devices of members, on whatever node they are connected. */
export interface Realtime {
  io: Server;
  attach(server: HttpServer): void;
  tell(userIds: number | number[], event: string, payload: object): void;
  /** Closes the sockets of a session, telling them why. */
  endSession(sessionId: string): void;
  /** What a device hears first, e.g. the absolute counters. */
  onConnect(
    greet: (userId: number, emit: (event: string, payload: object) => void) => Promise<void>,
  ): void;
  /** Is told of every device that has been greeted on this node, and when it has gone. */
  watch(watcher: DeviceWatcher): void;
}

export interface DeviceWatcher {
  arrived(userId: number): void;
  left(userId: number): void;
}

interface RealtimeOptions {
  deployment: Deployment;
  /** Multiplies the frames that a socket may send in a minute. */
  frameScale: number;
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

/** Socket.IO at /socket.io of every host (specification §7, Realtime); to be attached to the HTTP server. */
export function createRealtime({
  deployment,
  frameScale,
  redis,
  findSession,
  log,
}: RealtimeOptions): Realtime {
  const origins = surfaceOrigins(deployment);
  const io = new Server({
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: frameBytesMax,
    destroyUpgrade: false,
    cors: { origin: origins, allowedHeaders: ["authorization"] },
    allowRequest: ({ headers }, decide) => {
      const knownOrigin = headers.origin === undefined || origins.includes(headers.origin);
      decide(null, knownOrigin && hostRoleOf(headers.host, deployment.rootDomain) !== null);
    },
    ...(redis && { adapter: createAdapter(redis.streams) }),
  });
  let greet: Parameters<Realtime["onConnect"]>[0] = () => Promise.resolve();
  const watchers: DeviceWatcher[] = [];
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
        if (!(error instanceof HandshakeError)) log.warn({ err: error }, "socket handshake failed");
        next(error instanceof HandshakeError ? error : new HandshakeError("unavailable"));
      },
    );
  });
  io.on("connection", (socket) => {
    const member = memberOf(socket);
    limitFrames(socket, frameScale);
    void socket.join([userRoom(member.id), sessionRoom(member.sessionId)]);
    const expiry = setTimeout(
      () => {
        end(socket);
      },
      Math.min(member.expiresAt.getTime() - Date.now(), timerMsMax),
    ).unref();
    socket.on("disconnect", () => {
      clearTimeout(expiry);
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

  return {
    io,
    attach(server) {
      io.attach(server);
      io.engine.on("headers", (headers: Record<string, string>) => {
        Object.assign(headers, assetHeaders({ deployment }));
      });
    },
    tell(userIds, event, payload) {
      const rooms = [userIds].flat().map(userRoom);
      if (rooms.length > 0) io.to(rooms).emit(event, payload);
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
    watch(watcher) {
      watchers.push(watcher);
    },
  };
}

/** Reaches the client as `connect_error`, with the code in `data`. */
class HandshakeError extends Error {
  readonly data: { code: string };
  constructor(code: string) {
    super(code);
    this.data = { code };
  }
}

async function sessionOf({ handshake }: Socket, findSession: FindSession) {
  const token = bearerToken(handshake.headers.authorization);
  return token ? findSession(token) : null;
}

async function signIn(socket: Socket, findSession: FindSession): Promise<void> {
  const member = await sessionOf(socket, findSession);
  if (!member) throw new HandshakeError("unauthenticated");
  if (!member.verified) throw new HandshakeError("not_verified");
  (socket.data as { member: SessionMember }).member = member;
}

const memberOf = (socket: Socket) => (socket.data as { member: SessionMember }).member;

function end(socket: Socket): void {
  socket.emit("session_ended", {});
  socket.disconnect(true);
}
