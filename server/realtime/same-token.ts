import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";
import { tokenCookie } from "#lib/browser/cookie-names.ts";
import { type Deployment, surfaceOrigins } from "#lib/site/surfaces.ts";
import { cookiesNamed } from "#server/http/request-headers.ts";
import { bearerToken } from "#server/plugins/session.ts";
import {
  connectionsOf,
  type EngineRequest,
  isOfOwnOrigin,
  isUpgrade,
  refuseEngineRequest,
} from "#server/realtime/engine-requests.ts";
import type { NoteRefusal } from "#server/realtime/note-refusals.ts";

/**
 * Refuses requests for an open connection with another token than it began with, or with none: a connection id in an
 * address signs nobody in (SEC-S4, SEC-S7). Browsers cannot set headers on an upgrade: there the token in the cookie
 * shows that it is the same browser, if the page is one of a surface. Must be called once the server is attached.
 */
export function requireSameToken(
  io: Server,
  deployment: Deployment,
  noteRefusal: NoteRefusal,
): void {
  const connections = connectionsOf(io);
  io.engine.use((request: EngineRequest, response: ServerResponse, next: () => void) => {
    const { sid = "" } = request._query;
    const connection = Object.hasOwn(connections, sid) ? connections[sid] : undefined;
    if (!connection || isFrom(connection.request, request, deployment)) {
      next();
      return;
    }
    noteRefusal(request, "another_token");
    refuseEngineRequest(request, response, { code: "unauthenticated" });
  });
  io.on("connection", (socket) => {
    // Keeps only the token of the request that opened the connection, because the whole request takes kilobytes, and its
    // other headers, which the handshake has too, one more.
    const { authorization } = socket.conn.request.headers;
    const request = { headers: { authorization } };
    Object.assign(socket.conn, { request });
    Object.assign(socket, { handshake: request });
  });
}

function isFrom(
  { headers: first }: Pick<IncomingMessage, "headers">,
  request: IncomingMessage,
  deployment: Deployment,
): boolean {
  const { origin = "", authorization, cookie } = request.headers;
  if (!isOfOwnOrigin(request, deployment)) return false;
  // A connection that began without a token may poll for the reason of its refusal, which needs no upgrade.
  if (authorization !== undefined || !isUpgrade(request))
    return authorization === first.authorization;
  const token = bearerToken(first.authorization);
  const isOfSurface = surfaceOrigins(deployment).includes(origin);
  return token !== undefined && isOfSurface && cookiesNamed(tokenCookie, cookie).includes(token);
}
