/**
 * Limits on connections: their number per account, and per network before they have signed in (SEC-S7); the frames that
 * one may send, and the bytes that may wait to be sent to it (SEC-M7).
 */
import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { networkOf } from "#server/http/client-network.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";
import { isRedisAway, type RedisClients } from "#server/infra/redis.ts";
import { bearerToken, type FindSession } from "#server/plugins/session.ts";
import {
  connectionsOf,
  type EngineRefusal,
  type EngineRequest,
  onHandshake,
} from "#server/realtime/engine-requests.ts";
import { socketMember } from "#server/realtime/sign-in-sockets.ts";
import type { NoteRefusal } from "#server/realtime/note-refusals.ts";

const accountSocketsMax = 20;
const signedOutMax = 200;
const tooManyConnections: EngineRefusal = { code: "too_many_requests", retryAfterS: 5 };

interface SignedOutOptions {
  /** Multiplies the number per network. */
  scale: number;
  addressOf: (request: IncomingMessage) => string;
  noteRefusal: NoteRefusal;
  findSession: FindSession;
  log: Pick<Logger, "warn">;
}

/**
 * Limits the connections of each network that have not signed in. Beyond the limit, requests with a live token are
 * still accepted, because a mobile carrier or a university shares one address. Must be called once the server is
 * attached.
 */
export function limitSignedOut(
  io: Server,
  { scale, addressOf, noteRefusal, findSession, log }: SignedOutOptions,
): void {
  const max = scaledLimit(signedOutMax, scale);
  const signedOut = new Map<string, Set<Socket["conn"]>>();
  const networkBehind = (request: IncomingMessage) => networkOf(addressOf(request));
  const forget = (connection: Socket["conn"], network: string) => {
    const those = signedOut.get(network);
    those?.delete(connection);
    if (those?.size === 0) signedOut.delete(network);
  };
  const networks = new WeakMap<Socket["conn"], string>();

  io.engine.on("connection", (connection: Socket["conn"]) => {
    const network = networkBehind(connection.request);
    networks.set(connection, network);
    signedOut.set(network, (signedOut.get(network) ?? new Set()).add(connection));
    connection.once("close", () => {
      forget(connection, network);
    });
  });
  io.on("connection", ({ conn }) => {
    forget(conn, networks.get(conn) ?? "");
  });

  const isSignedIn = async ({ headers }: IncomingMessage) => {
    const token = bearerToken(headers.authorization);
    return token !== undefined && (await findSession(token)) !== null;
  };
  const refusalOfStranger = async (request: IncomingMessage) => {
    try {
      if (await isSignedIn(request)) return null;
    } catch (error) {
      log.warn({ err: error }, "could not ask who opens a connection");
    }
    noteRefusal(request, "too_many");
    return tooManyConnections;
  };
  onHandshake(io, (request) => {
    const isFull = (signedOut.get(networkBehind(request))?.size ?? 0) >= max;
    return isFull ? refusalOfStranger(request) : null;
  });
}

/** Adds a socket to its account's list, ordered by age; removes and returns the oldest ids beyond the limit. */
const admitScript = `
  local now = redis.call('TIME')
  redis.call('ZADD', KEYS[1], string.format('%.0f', now[1] * 1000000 + now[2]), ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  local surplus = redis.call('ZRANGE', KEYS[1], 0, -tonumber(ARGV[2]) - 1)
  if #surplus > 0 then redis.call('ZREM', KEYS[1], unpack(surplus)) end
  return surplus`;
const socketListTtlS = 7 * 24 * 60 * 60;

interface AccountOptions {
  redis: Pick<RedisClients, "commands"> | null;
  log: Pick<Logger, "warn">;
}

/**
 * Ends the oldest socket of an account that opens more than 20, counted over all nodes. While Redis is away, each node
 * counts only its own. Entries of a dead node are removed first, because they are older than those of devices that have
 * reconnected.
 */
export function limitAccountSockets(io: Server, { redis, log }: AccountOptions): void {
  const here = new Map<number, Set<Socket>>();
  const warn = (error: unknown) => {
    // An outage of Redis is logged once, not for each socket.
    if (isRedisAway(error)) return;
    log.warn({ err: error }, "could not count the sockets of an account over all nodes");
  };
  const endElsewhere = async (key: string, socket: Socket) => {
    const limits = [accountSocketsMax, socketListTtlS];
    const found = await redis?.commands.eval(admitScript, 1, key, socket.id, ...limits);
    const surplus = found as string[] | undefined; // the results of the script
    if (surplus?.length) io.in(surplus).disconnectSockets(true);
  };

  io.on("connection", (socket) => {
    const { id } = socketMember(socket);
    const key = `sockets:${id}`;
    const own = here.get(id) ?? new Set();
    here.set(id, own.add(socket));
    socket.on("disconnect", () => {
      own.delete(socket);
      if (own.size === 0 && here.get(id) === own) here.delete(id);
      redis?.commands.zrem(key, socket.id).catch(warn);
    });
    const [oldest] = own;
    if (own.size > accountSocketsMax) oldest?.disconnect(true);
    if (redis) endElsewhere(key, socket).catch(warn);
  });
}

const framesPerMinuteMax = 100;
const minuteMs = 60_000;
/** How long a closed WebSocket may take to tell its client so; clients that do not answer would have half a minute. */
const lastPacketMs = 1_000;

/**
 * Closes connections that send more frames in a minute than any page of Kampus would (SEC-M7), even those that never
 * sign in, and transports that a connection only tries. Must be called once the server is attached.
 */
export function limitFrames(io: Server, scale: number, traffic: Traffic): void {
  const max = scaledLimit(framesPerMinuteMax, scale);
  const signedIn = new WeakMap<object, Socket>();
  io.on("connection", (socket) => {
    signedIn.set(socket.conn, socket);
  });
  const connections = connectionsOf(io);
  const end = (transport: Transport, id = transport.sid ?? "") => {
    const connection = connections[id];
    if (connection?.transport === transport) {
      // This packet keeps the client from reconnecting; a connection that has not signed in gets none.
      signedIn.get(connection)?.disconnect(true);
      connection.close(true);
    }
    const { socket } = transport;
    if (!socket || socket.isPaused) return;
    // Nothing more is read, but ending at once could lose the packet.
    socket.pause();
    setTimeout(() => {
      socket.terminate();
    }, lastPacketMs).unref();
  };
  onTransport(io, (transport, id) => {
    let minute = 0;
    let frames = 0;
    // Engine.IO's own packets count too, since each is read as a message is; a page answers two or three pings a minute.
    const count = () => {
      traffic.frames += 1;
      const now = Math.floor(Date.now() / minuteMs);
      frames = now === minute ? frames + 1 : 1;
      minute = now;
      if (frames > max) end(transport, id);
    };
    transport.on("packet", count);
    const { socket } = transport;
    socket?.on("pong", count).on("ping", (data) => {
      count();
      if (socket.bufferedAmount === 0) socket.pong(data);
    });
  });
}

/**
 * Does not answer pings of a WebSocket by itself, because the answers to a client that reads none would fill the memory.
 * `limitFrames` answers those of a client to which nothing waits to be sent; browsers and clients of Socket.IO send none.
 */
export class SparingWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }

  override handleUpgrade(
    ...[request, socket, head, opened]: Parameters<WebSocketServer["handleUpgrade"]>
  ): void {
    super.handleUpgrade(request, socket, head, (websocket, opening) => {
      opened(websocket, opening);
      // Engine.IO closes each further one that a connection tries: `limitFrames` never sees it, and ws would read it for half
      // a minute more.
      if (websocket.readyState !== websocket.OPEN) websocket.terminate();
    });
  }
}

/**
 * Calls `watch` for each transport before anything arrives over it, with the id of the connection that tries it; one that
 * opens a connection has none yet.
 */
function onTransport(
  { engine }: Server,
  watch: (transport: Transport, id: string | undefined) => void,
): void {
  type Create = (name: string, request: EngineRequest) => Transport;
  const creating = engine as unknown as { createTransport: Create }; // Engine.IO's types hide it
  const create = creating.createTransport.bind(engine);
  creating.createTransport = (name, request) => {
    const transport = create(name, request);
    watch(transport, request._query.sid);
    return transport;
  };
}

const unsentBytesMax = 1024 * 1024;

/** What the types of Engine.IO hide of a transport; one that polls has no `socket`. */
interface Transport extends EventEmitter {
  /** The id of the connection that it opened. */
  sid?: string;
  socket?: WebSocket;
}

/** The traffic of this process's connections. */
export interface Traffic {
  connections: number;
  /** Frames that devices sent, and packets that were sent to them. */
  frames: number;
  deliveries: number;
  /** Devices that were dropped because they were too slow. */
  dropped: number;
}

/**
 * Drops devices that receive events more slowly than they are published (SEC-M7); they reconnect and catch up. Must be
 * called once the server is attached.
 */
export function dropSlowDevices(io: Server, traffic: Traffic): void {
  io.engine.on("connection", (connection: Socket["conn"]) => {
    let unsentBytes = 0;
    traffic.connections += 1;
    connection.on("packetCreate", ({ type, data }: { type: string; data?: string | Buffer }) => {
      if (type === "message") traffic.deliveries += 1;
      // A transport is writable once all earlier data has left the process.
      if (connection.transport.writable) unsentBytes = 0;
      unsentBytes += data === undefined ? 0 : Buffer.byteLength(data);
      if (unsentBytes <= unsentBytesMax) return;
      traffic.dropped += 1;
      connection.close(true);
      // A closing packet would wait behind the unsent ones.
      (connection.transport as Transport).socket?.terminate();
    });
  });
}
