/**
 * The orderly end of the server. First it drains: the readiness probe turns red, so that a proxy sends members to other
 * nodes, while requests are still served. Then it closes, and no connection can delay that.
 */
import type { Server, ServerResponse } from "node:http";
import { limitSending } from "#server/http/body-timeout.ts";

/** How long the body of a request that is under way may still take to arrive once the server closes. */
const lastBodyMs = 5_000;
/** How long an answer that is under way may still take: a slow download, an archive. */
const lastAnswerMs = 8_000;
const closeIdleEveryMs = 100;

export type Stopping = ReturnType<typeof createStopping>;

export function createStopping() {
  const underWay = new Set<ServerResponse>();
  let state: "serving" | "draining" | "closing" = "serving";
  return {
    /** Requests that have arrived and are not completely answered. */
    underWay: () => underWay.size,
    isStopping: () => state !== "serving",
    /** Whether requests that still arrive on open connections are refused. */
    isClosing: () => state === "closing",
    drain: () => {
      state = "draining";
    },
    /** Must be called with each response, before it is answered. */
    watch: (response: ServerResponse) => {
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
    },
    /** Must be called before the server stops listening. */
    close: (server: Server) => {
      state = "closing";
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader("connection", "close");
        limitSending(response.req, lastBodyMs);
      }
      // A proxy holds its connections open; each is idle once its last answer is sent.
      setInterval(() => {
        server.closeIdleConnections();
      }, closeIdleEveryMs).unref();
      setTimeout(() => {
        server.closeAllConnections();
      }, lastAnswerMs).unref();
    },
  };
}
