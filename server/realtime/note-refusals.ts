import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Logger } from "pino";
import { noteSecurityEvent } from "#server/plugins/security-trail.ts";

/** Writes that a socket was refused: why, and whose session it showed where that is known. */
export type NoteRefusal = (
  request: IncomingMessage,
  reason: string,
  account?: number | null,
) => void;

/** The address that a request to the bare server comes from, behind proxies whose X-Forwarded-For counts. */
export function addressBehind(trustedProxies: string[] | undefined) {
  const trusts = proxyAddr.compile(trustedProxies ?? []);
  return (request: IncomingMessage) =>
    request.socket.remoteAddress ? proxyAddr(request, trusts) : "";
}

export const createNoteRefusal =
  (log: Logger, addressOf: (request: IncomingMessage) => string): NoteRefusal =>
  (request, reason, account = null) => {
    noteSecurityEvent(log, "socket_refused", { account, ip: addressOf(request), reason });
  };
