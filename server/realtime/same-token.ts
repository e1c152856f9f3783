import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";

/** What Engine.IO has and its types hide. */
interface Engine {
  clients: Partial<Record<string, { request: IncomingMessage }>>;
}
type EngineRequest = IncomingMessage & { _query: { sid?: string; transport?: string } };

/**
 * Refuses what comes for an open connection with another token than it began with, or with none: its id in an address
 * signs nobody in (security.md S4). An upgrade may lack it, since browsers let none be sent there. To be called once the
 * server is attached.
 */
export function requireSameToken(io: Server): void {
  const { clients } = io.engine as unknown as Engine; // See there.
  io.engine.use((request: EngineRequest, response: ServerResponse, next: () => void) => {
    const { sid = "", transport } = request._query;
    const connection = Object.hasOwn(clients, sid) ? clients[sid] : undefined;
    const { authorization } = request.headers;
    const isLacking = authorization === undefined && transport === "websocket";
    if (!connection || isLacking || connection.request.headers.authorization === authorization)
      next();
    else
      response
        .writeHead(401, { "Content-Type": "application/json" })
        .end(JSON.stringify({ code: "unauthenticated", message: "Another token" }));
  });
}
