/**
 * The orderly end of the server. First it drains: the readiness probe turns red, so that a proxy sends members to other
 * nodes, while everybody is still served. Then it closes, and no connection can hold that up. From the beginning of the
 * drain each connection ends with its next answer, because a request that a proxy sends on one that is just being closed
 * is lost: a proxy may not send a form or a message to another node once it was sent.
 */
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { limitSending } from "#server/http/body-timeout.ts";

/** How long the body of a request that is under way may still take to arrive once the server closes. */
const lastBodyMs = 5_000;
/** How long an answer that is under way may still take: a slow download, an archive. */
const lastAnswerMs = 8_000;
const closeIdleEveryMs = 100;
/** A turn of the event loop that is shorter than this was too short for new connections to have come. */
const quietTurnMs = 0.05;
/** A server that is never quiet loses the few connections that came last, rather than the time to end all others. */
const quietWithinMs = 500;

export type Stopping = ReturnType<typeof createStopping>;

export function createStopping() {
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  return {
    /** Requests that have arrived and are not completely answered. */
    underWay: () => underWay.size,
    /** Whether each answer from now on ends its connection. */
    isStopping: () => isStopping,
    drain: () => {
      isStopping = true;
      endConnections(underWay);
    },
    /** Must be called with each response, before it is answered. */
    watch: (response: ServerResponse) => {
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
    },
    /** Stops listening; `ended` resolves once no connection is left. */
    close: async (server: Server) => {
      await whenQuiet();
      const ended = once(server, "close");
      server.close();
      isStopping = true;
      endConnections(underWay);
      for (const { req } of underWay) limitSending(req, lastBodyMs);
      // A proxy holds its connections open; each is idle once its last answer is sent.
      setInterval(() => {
        server.closeIdleConnections();
      }, closeIdleEveryMs).unref();
      setTimeout(() => {
        server.closeAllConnections();
      }, lastAnswerMs).unref();
      return { ended };
    },
  };
}

function endConnections(underWay: Set<ServerResponse>): void {
  for (const response of underWay)
    if (!response.headersSent) response.setHeader("connection", "close");
}

/**
 * Connections that the kernel has accepted but Node has not are lost when listening stops. Each turn accepts all of them,
 * so the server stops right after a turn too short for new ones to have come.
 */
async function whenQuiet(): Promise<void> {
  const until = performance.now() + quietWithinMs;
  for (let begunAt = performance.now(); begunAt < until; begunAt = performance.now()) {
    await setImmediate();
    if (performance.now() - begunAt < quietTurnMs) return;
  }
}
