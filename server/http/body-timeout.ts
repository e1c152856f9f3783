/**
 * How long the body of a request may take: a slow sender must not hold a connection for ever (SEC-O2), but a large
 * upload over a slow line needs time. Node has one limit for every request; here each has its own.
 */
import type { IncomingMessage, Server } from "node:http";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";
import { hourMs } from "#server/infra/durations.ts";

/** Node's own limit for every request, which must allow the largest upload. */
export const longestSendingMs = hourMs;
const sentWithinMs = 60_000;
const silentMsMax = 30_000;
/** An upload must send at least this much in each period: a phone on 2G sends four times as much. */
const leastBytes = 30 * 1024;
export const sendingPeriodMs = 60_000;

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
  /** Notes that `bytes` more have arrived. */
  goesOn(bytes: number): void;
  end(): void;
}

/** Lifts the limit of `limitSending` for a request that keeps sending, neither silent for long nor byte by byte. */
export function allowLongSending(request: IncomingMessage, silentMs = silentMsMax): LongSending {
  clearTimeout(timers.get(request));
  const silence = setTimeout(refuse, silentMs, request).unref();
  let arrived = 0;
  const periods = setInterval(() => {
    if (arrived < leastBytes) refuse(request);
    arrived = 0;
  }, sendingPeriodMs).unref();
  return {
    goesOn(bytes) {
      arrived += bytes;
      silence.refresh();
    },
    end() {
      clearTimeout(silence);
      clearInterval(periods);
    },
  };
}

function refuse({ socket }: IncomingMessage): void {
  refuseUnreadable(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  socket.destroySoon();
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
