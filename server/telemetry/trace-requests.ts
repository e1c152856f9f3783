import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { beginTrace, type OpenSpan, within } from "#server/telemetry/tracing.ts";

/**
 * Starts a trace with each request of a route. A client's own trace headers are ignored, because anybody could make
 * everything be recorded by them. The span names the route, never the address (SEC-Q2).
 */
export const traceRequestsPlugin = fp((app) => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const span = beginTrace({
      name: `${request.method} ${route}`,
      kind: "server",
      attributes: {
        "http.request.method": request.method,
        "http.route": route,
        "kampus.request_id": request.id,
      },
    });
    if (!span) {
      done();
      return;
    }
    spans.set(request, span);
    within(span.place, done);
  });
  // A body, or a turn in a lane, arrives by events that belong to others.
  app.addHook("preHandler", (request, _reply, done) => {
    within(spans.get(request)?.place, done);
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    spans.get(request)?.end({ "http.response.status_code": statusCode }, statusCode >= 500);
    done();
  });
});
