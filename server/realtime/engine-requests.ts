/** Requests of Engine.IO, on which sockets are built: their content, and how to refuse one before a socket exists. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Server, Socket } from "socket.io";
import { type ErrorBody, type ErrorCode, errorStatus } from "#lib/api/errors.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { type Deployment, hostnameOf, hostRoleOf, surfaceOrigins } from "#lib/site/surfaces.ts";
import { translatorFor } from "#server/infra/translations.ts";

/** `sid` names an open connection; a request without one opens another. */
export type EngineRequest = IncomingMessage & { _query: { sid?: string } };

export interface EngineRefusal {
  code: ErrorCode;
  retryAfterS?: number;
}

/** The open connections by id. Must be called once the server is attached. */
export const connectionsOf = ({ engine }: Pick<Server, "engine">) =>
  (engine as unknown as { clients: Partial<Record<string, Socket["conn"]>> }).clients; // Engine.IO's types lack it

export const socketPath = "/socket.io";

export const isUpgrade = ({ headers }: Pick<IncomingMessage, "headers">) =>
  headers.upgrade?.toLowerCase() === "websocket";

/**
 * Whether the request comes from no page, from a surface, or from the very host that it names: clients that are no browsers
 * write that one by themselves, some by the scheme of the socket (`wss:`).
 */
export function isOfOwnOrigin(
  { headers: { host, origin } }: Pick<IncomingMessage, "headers">,
  deployment: Deployment,
): boolean {
  if (origin === undefined || surfaceOrigins(deployment).includes(origin)) return true;
  const { scheme, port, rootDomain } = deployment;
  const role = hostRoleOf(host, rootDomain);
  if (role === null || role === "mail") return false;
  const address = `//${hostnameOf(host)}${port && `:${port}`}`;
  return [`${scheme}:${address}`, `${scheme.replace("http", "ws")}:${address}`].includes(origin);
}

/** Whether an upgrade request is for our sockets. */
export const isForSockets = ({ url, headers }: Pick<IncomingMessage, "url" | "headers">) =>
  isUpgrade({ headers }) && url?.startsWith(`${socketPath}/`) === true;

/**
 * Refuses requests that would open a connection where `refusalOf` returns why. Without a promise it decides at once. Must be
 * called once the server is attached.
 */
export function onHandshake(
  { engine }: Pick<Server, "engine">,
  refusalOf: (
    request: EngineRequest,
    response: ServerResponse,
  ) => EngineRefusal | null | Promise<EngineRefusal | null>,
): void {
  engine.use((request: EngineRequest, response: ServerResponse, next: () => void) => {
    const answer = (refusal: EngineRefusal | null) => {
      if (refusal) refuseEngineRequest(request, response, refusal);
      else next();
    };
    const refusal = request._query.sid ? null : refusalOf(request, response);
    if (refusal instanceof Promise) void refusal.then(answer);
    else answer(refusal);
  });
}

export function refuseEngineRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { code, retryAfterS }: EngineRefusal,
): void {
  const status = errorStatus[code];
  const headers: Record<string, string> = {
    ...(retryAfterS !== undefined && { "Retry-After": String(retryAfterS) }),
    ...(code === "unauthenticated" && { "WWW-Authenticate": "Bearer" }),
  };
  if (isUpgrade(request)) {
    refuseUpgrade(request, status, headers);
    return;
  }
  const locale = negotiateLocale(undefined, request.headers["accept-language"]);
  const body: ErrorBody = { message: translatorFor(locale)(`Errors.${code}`), code };
  response
    .writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers })
    .end(JSON.stringify(body));
}

/** Answers over the bare socket, because an upgrade has no response object. */
function refuseUpgrade(
  { socket }: IncomingMessage,
  status: number,
  headers: Record<string, string>,
): void {
  const lines = Object.entries({ Connection: "close", "Content-Length": "0", ...headers });
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      "\r\n",
    ].join("\r\n"),
  );
  socket.destroySoon();
}
