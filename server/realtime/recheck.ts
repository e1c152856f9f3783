import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import type { FindSession } from "#server/plugins/session.ts";
import { sessionOf } from "#server/realtime/handshake.ts";

interface Options {
  findSession: FindSession;
  everyMs: number;
  end: (socket: Socket) => void;
  log: Pick<Logger, "warn">;
}

/** Ends the sockets of sessions whose end never came to this node: the way to it, Redis, was away (security.md S2, M7). */
export function recheckSessions(io: Server, { findSession, everyMs, end, log }: Options): void {
  const recheck = async (socket: Socket) => {
    if (!(await sessionOf(socket, findSession))) end(socket);
  };
  setInterval(() => {
    Promise.all([...io.of("/").sockets.values()].map(recheck)).catch((error: unknown) => {
      log.warn({ err: error }, "could not ask whether sessions have ended");
    });
  }, everyMs).unref();
}
