/**
 * The orderly end of the server. First it drains: the readiness probe turns red, so that a proxy sends members to other
 * nodes, while everybody is still served. Then it closes, and no connection can hold that up.
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
    /** Requests that have come and are not answered to the end. */
    underWay: () => underWay.size,
    isStopping: () => state !== "serving",
    /** Whether requests that still arrive, on connections that were open before, are to be refused. */
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
      // A proxy holds its connections open; each is idle as soon as its last answer has left.
      setInterval(() => {
        server.closeIdleConnections();
      }, closeIdleEveryMs).unref();
      setTimeout(() => {
        server.closeAllConnections();
      }, lastAnswerMs).unref();
    },
  };
}
