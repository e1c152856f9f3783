/**
 * How long the body of a request may take: a slow sender must not hold a connection for ever (SEC-O2), but a large
 * upload over a slow line needs time. Node has one limit for every request; here each has its own.
 */
import type { IncomingMessage, Server } from "node:http";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";

/** Node's own limit for every request, which must allow the largest upload. */
export const longestSendingMs = 60 * 60_000;
const sentWithinMs = 60_000;
const silentMsMax = 30_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Must be called after Socket.IO was attached, so that this listener is the first. */
export function limitSenders(server: Server): void {
  server.prependListener("request", (request) => {
    limitSending(request);
  });
}

/** The rest of the request must arrive within `withinMs`. */
export function limitSending(request: IncomingMessage, withinMs = sentWithinMs): void {
  if (request.complete || request.readableEnded || !hasBody(request)) return;
  clearTimeout(timers.get(request));
  const timer = setTimeout(refuse, withinMs, request).unref();
  timers.set(request, timer);
  const end = () => {
    clearTimeout(timer);
  };
  request.once("end", end).once("close", end);
}

export interface LongSending {
  goesOn(): void;
  end(): void;
}

/** Lifts that limit for a request that keeps sending. */
export function allowLongSending(request: IncomingMessage, silentMs = silentMsMax): LongSending {
  clearTimeout(timers.get(request));
  const silence = setTimeout(refuse, silentMs, request).unref();
  return {
    goesOn: () => silence.refresh(),
    end: () => {
      clearTimeout(silence);
    },
  };
}

function refuse({ socket }: IncomingMessage): void {
  refuseUnreadable(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  socket.destroySoon();
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
