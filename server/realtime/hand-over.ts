/** Moves the sockets of a stopping node to other nodes, not all of them at once. */
import { setTimeout } from "node:timers/promises";
import type { Server } from "socket.io";
import {
  connectionsOf,
  type EngineRefusal,
  type EngineRequest,
  isUpgrade,
  onHandshake,
} from "#server/realtime/engine-requests.ts";

const portionEveryMs = 100;
const stopping: EngineRefusal = { code: "unavailable", retryAfterS: 1 };

/**
 * Must be called once the server is attached. The returned function refuses new sockets from then on and closes the
 * open ones in portions over `withinMs`: at once if it is 0.
 */
export function createHandOver(io: Server): (withinMs: number) => Promise<void> {
  let isHandingOver = false;
  // A proxy passes a handshake that is refused with 503 on to the next node.
  onHandshake(io, (_request, response) => {
    if (!isHandingOver) return null;
    response.setHeader("Connection", "close");
    return stopping;
  });
  io.engine.on("headers", (headers: Record<string, string>, request: EngineRequest) => {
    // Closes the connection, as every other answer of a draining node does (server/http/stopping.ts).
    if (isHandingOver && !isUpgrade(request)) headers.Connection = "close";
  });
  return async (withinMs) => {
    isHandingOver = true;
    const open = Object.values(connectionsOf(io));
    const portion = Math.ceil((open.length * portionEveryMs) / withinMs);
    for (let leftMs = withinMs; leftMs > 0; leftMs -= portionEveryMs) {
      // Sockets lose their transport and reconnect by themselves; a disconnect packet would be final to a client.
      for (const connection of open.splice(0, portion)) connection?.close(true);
      await setTimeout(Math.min(portionEveryMs, leftMs));
    }
  };
}
