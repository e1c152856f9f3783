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

const turnsCount = 30;

/**
 * Ends the sockets of sessions whose end never came to this node: the way to it, Redis, was away (SEC-S2, SEC-M7).
 * Each is asked about once in `everyMs`, in turn with the others: who comes waits for a share of them, never for all.
 */
export function recheckSessions(
  io: Pick<Server, "on">,
  { findSession, everyMs, end, log }: Options,
): void {
  const turns = Array.from({ length: turnsCount }, () => new Set<Socket>());
  const turnAfter = (count: number) => turns[count % turnsCount] ?? new Set();
  let [came, passed] = [0, 0];
  io.on("connection", (socket) => {
    const turn = turnAfter(came);
    came += 1;
    turn.add(socket);
    socket.on("disconnect", () => turn.delete(socket));
  });
  const recheck = async (socket: Socket) => {
    if (!(await sessionOf(socket, findSession))) end(socket);
  };
  setInterval(() => {
    const turn = turnAfter(passed);
    passed += 1;
    Promise.all([...turn].map(recheck)).catch((error: unknown) => {
      log.warn({ err: error }, "could not ask whether sessions have ended");
    });
  }, everyMs / turnsCount).unref();
}
