import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";

interface Options {
  /** Ends a socket whose session has ended. */
  endIfOver: (socket: Socket) => Promise<void>;
  everyMs: number;
  /** Whether the end of a session on another node comes here by itself. */
  isWhole: () => boolean;
  log: Pick<Logger, "warn">;
}

const turnsCount = 30;

/**
 * Ends the sockets of sessions whose end never came to this node: the way to it, Redis, was away (SEC-S2, SEC-M7).
 * Each is asked about once in `everyMs`, in turn with the others: who comes waits for a share of them, never for all. While
 * Redis is away all are asked about in each turn, which is a thirtieth of that time, since no end comes from elsewhere then.
 */
export function recheckSessions(
  io: Pick<Server, "on">,
  { endIfOver, everyMs, isWhole, log }: Options,
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
    // A database that answers slowly is not asked for more meanwhile.
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
    void ask(isWhole() ? [...turn] : turns.flatMap((each) => [...each]));
  }, everyMs / turnsCount).unref();
}
