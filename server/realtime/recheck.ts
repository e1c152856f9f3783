import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";

interface Options {
  /** Ends a socket whose session has ended. */
  endIfOver: (socket: Socket) => Promise<void>;
  everyMs: number;
  /** Whether the end of a session on another node is reported here. */
  reachesOtherNodes: () => boolean;
  log: Pick<Logger, "warn">;
}

const turnsCount = 30;

/**
 * Ends the sockets of sessions whose end no event and no row of `ended_sessions` has reported to this node: sessions
 * that ran out, and those whose event was missed (SEC-S2, SEC-M7). Each session is checked once in `everyMs`, spread
 * over the interval, so that new connections never wait for all of them. While Redis is away, no end is reported by
 * event: then all sessions are checked every thirtieth of that interval.
 */
export function recheckSessions(
  io: Pick<Server, "on">,
  { endIfOver, everyMs, reachesOtherNodes, log }: Options,
): void {
  const turns = Array.from({ length: turnsCount }, () => new Set<Socket>());
  const turnAfter = (count: number) => turns[count % turnsCount] ?? new Set();
  let [came, passed] = [0, 0];
  let isAsking = false;
  io.on("connection", (socket) => {
    const turn = turnAfter(came);
    came += 1;
    turn.add(socket);
    socket.on("disconnect", () => turn.delete(socket));
  });
  const ask = async (sockets: Socket[]) => {
    // While a query is under way no other is sent, so that a slow database is not overloaded.
    if (isAsking) return;
    isAsking = true;
    try {
      await Promise.all(sockets.map(endIfOver));
    } catch (error) {
      log.warn({ err: error }, "could not ask whether sessions have ended");
    } finally {
      isAsking = false;
    }
  };
  setInterval(() => {
    const turn = turnAfter(passed);
    passed += 1;
    void ask(reachesOtherNodes() ? [...turn] : turns.flatMap((each) => [...each]));
  }, everyMs / turnsCount).unref();
}
