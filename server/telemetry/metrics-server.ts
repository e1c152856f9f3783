import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

export interface MetricsAddress {
  host: string;
  port: number;
}

interface Options extends MetricsAddress {
  render: () => Promise<string>;
  contentType: string;
  log: Logger;
}

const headersTimeoutMs = 5_000;

/**
 * Answers `GET /metrics` on a port of its own, and refuses everything else there. It has no authentication, because the
 * port is for the operator's network alone. @throws {StartFault}
 */
export async function serveMetrics({ host, port, render, contentType, log }: Options) {
  const answer = async ({ url, method }: IncomingMessage, response: ServerResponse) => {
    const refuse = (status: number, headers = {}) => response.writeHead(status, headers).end();
    if (url?.split("?", 1)[0] !== "/metrics") return refuse(404);
    if (method !== "GET") return refuse(405, { allow: "GET" });
    const text = await render();
    return response.writeHead(200, { "content-type": contentType }).end(text);
  };
  const server = createServer({ headersTimeout: headersTimeoutMs }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, "could not render the metrics");
      response.writeHead(500).end();
    });
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw new StartFault([`METRICS_PORT ${port}: ${errorMessageOf(error)}`], { cause: error });
  }
  return {
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
