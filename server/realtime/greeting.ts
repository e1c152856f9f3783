/** Greets devices that connect, and has those that may have missed events fetch them (D-RESYNC). */
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import type { SocketEventName, SocketEvents } from "#lib/api/socket-events.ts";
import type { FindSession } from "#server/plugins/session.ts";
import { sessionOf, socketMember } from "#server/realtime/sign-in-sockets.ts";

type Emit = <E extends SocketEventName>(event: E, payload: SocketEvents[E]) => void;
export type Greet = (userId: number, emit: Emit) => Promise<void>;

export interface DeviceWatcher {
  arrived(userId: number): void;
  left(userId: number): void;
}

interface Options {
  findSession: FindSession;
  log: Pick<Logger, "info" | "warn">;
}

/** At most this many devices resync at once; the others wait, and so do the requests that they will send. */
const resyncsAtOnceMax = 16;

export function createGreeting(io: Server, { findSession, log }: Options) {
  let greet: Greet = () => Promise.resolve();
  const watchers: DeviceWatcher[] = [];
  let resyncs = 0;

  const greetDevice = async (socket: Socket) => {
    // A session that ended before its socket joined the room, or while Redis was away, has not reached the socket.
    if (await sessionOf(socket, findSession)) await greet(socketMember(socket).id, emitTo(socket));
    else end(socket);
  };
  const dropUngreeted = (socket: Socket) => (error: unknown) => {
    // A device that could not be greeted has no counters and must not stay. Its transport is closed, because then the
    // client reconnects by itself; after a disconnect packet it would not.
    log.warn({ err: error }, "could not greet a socket");
    socket.conn.close();
  };
  const watchDevice = (socket: Socket) => {
    // A device that left while it was being greeted never counted as connected.
    if (!socket.connected) return;
    const { id } = socketMember(socket);
    for (const watcher of watchers) watcher.arrived(id);
    socket.on("disconnect", () => {
      for (const watcher of watchers) watcher.left(id);
    });
  };

  return {
    onConnect: (handler: Greet): void => {
      greet = handler;
    },
    watch: (watcher: DeviceWatcher): void => {
      watchers.push(watcher);
    },
    /** A device that has connected. */
    admit(socket: Socket): void {
      greetDevice(socket).then(() => {
        watchDevice(socket);
      }, dropUngreeted(socket));
    },
    endIfOver: async (socket: Socket): Promise<void> => {
      if (!(await sessionOf(socket, findSession))) end(socket);
    },
    /** Makes devices of this node, all or those in a room, fetch what they may have missed. */
    async resync(room?: string): Promise<void> {
      const all = [...io.of("/").sockets.values()];
      const devices = room === undefined ? all : all.filter(({ rooms }) => rooms.has(room));
      if (room === undefined) {
        resyncs += 1;
        log.info(
          { devices: devices.length },
          "events may have been missed; resyncing the devices here",
        );
      }
      const few = pLimit(resyncsAtOnceMax);
      await few.map(devices, async (socket) => {
        emitTo(socket)("resync", {});
        await greetDevice(socket).catch(dropUngreeted(socket));
      });
    },
    /** How often all devices of this node were resynced. */
    resyncs: () => resyncs,
  };
}

export function end(socket: Socket): void {
  emitTo(socket)("session_ended", {});
  socket.disconnect(true);
}

/** The only way to emit an event, so that every event has the payload of its name. */
export function emitTo(reach: { emit(event: string, payload: object): unknown }): Emit {
  return (event, payload) => void reach.emit(event, payload);
}
