/** Counts requests by route, and how long they take: for Prometheus (docs/metrics.md). */
import fp from "fastify-plugin";
import { Counter, Histogram, type Registry } from "prom-client";
import type { RequestHandler } from "#server/http/dispatch.ts";

/** From an answer out of memory to one that waited for an unreachable service. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
/** The statuses of overload and limits. */
const refusals = new Set([429, 503]);

/** Labels name the route, never the address, which may hold a secret (SEC-Q2) and has unlimited values. */
export function createRequestMetrics(registry: Registry) {
  const durations = new Histogram({
    name: "kampus_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its answer.",
    labelNames: ["route", "method", "status"] as const,
    buckets,
    registers: [registry],
  });
  const refused = new Counter({
    name: "kampus_http_refusals_total",
    help: "Answers 429 and 503: what limits and overload refused.",
    labelNames: ["status"] as const,
    registers: [registry],
  });
  const observe = (route: string, method: string, status: number, ms: number) => {
    const labels = {
      route,
      method: methods.has(method) ? method : "other",
      status: `${Math.floor(status / 100)}xx`,
    };
    durations.observe(labels, ms / 1000);
    if (refusals.has(status)) refused.inc({ status });
  };
  return {
    plugin: fp((app) => {
      app.addHook("onResponse", (request, reply, done) => {
        const route = request.routeOptions.url ?? "none";
        observe(route, request.method, reply.statusCode, reply.elapsedTime);
        done();
      });
    }),
    /** Pages and their files are no routes of the back end, so each has one label. */
    watchPages:
      (pages: RequestHandler): RequestHandler =>
      (request, response) => {
        const begunMs = performance.now();
        const { method = "", url = "" } = request;
        response.once("close", () => {
          const route = url.startsWith("/_next/") ? "asset" : "page";
          observe(route, method, response.statusCode, performance.now() - begunMs);
        });
        pages(request, response);
      },
  };
}
