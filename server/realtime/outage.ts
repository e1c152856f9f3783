/**
 * While the database is away no socket can sign in. The pauses of a client grow only between connections that were refused
 * before they opened, so after each failed sign-in handshakes are refused for a moment: a node asks the database once a
 * second then, however many devices wait.
 */
import type { Logger } from "pino";
import type { Server } from "socket.io";
import { type EngineRefusal, onHandshake } from "#server/realtime/engine-requests.ts";

const pauseMs = 1_000;
/** A sign-in fails within this time, so one that failed earlier says nothing of the database as it is now. */
const outageMs = 8_000;
const away: EngineRefusal = { code: "unavailable", retryAfterS: 1 };

export interface Outage {
  /** A sign-in has failed for it. An outage is logged once, not for each socket. */
  begin: (error: unknown) => void;
  /** A socket has signed in. */
  end: () => void;
  /** Refuses handshakes during the pause. Must be called once the server is attached. */
  refuseHandshakes: (io: Pick<Server, "engine">) => void;
}

export function createOutage(log: Pick<Logger, "warn">): Outage {
  let failedAt = -Infinity;
  let pausedUntil = -Infinity;
  const isOn = () => performance.now() < failedAt + outageMs;
  const pause = () => {
    pausedUntil = performance.now() + pauseMs;
  };
  return {
    begin(error) {
      if (!isOn()) log.warn({ err: error }, "sockets cannot sign in while the database is away");
      failedAt = performance.now();
      pause();
    },
    end() {
      failedAt = -Infinity;
      pausedUntil = -Infinity;
    },
    refuseHandshakes(io) {
      onHandshake(io, () => {
        if (performance.now() < pausedUntil) return away;
        // The one that is let through may wait for the database for seconds, or never sign in.
        if (isOn()) pause();
        return null;
      });
    },
  };
}
