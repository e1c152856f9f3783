import fp from "fastify-plugin";
import { networkOf } from "#server/http/client-network.ts";
import { completePolicy, dataPolicy } from "#server/http/security-headers.ts";

/**
 * Logs one line for every answer. It names the route, never the address itself, which may hold a secret (SEC-Q2), and of a
 * call that limits refused the network, so that a flood can be traced.
 */
export const requestLogPlugin = fp((app) => {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        member: request.sessionMember?.id,
        network: reply.statusCode === 429 ? networkOf(request.ip) : undefined,
      },
      "answered",
    );
    done();
  });
});

/**
 * Adds the headers of API answers to those of all answers (server/http/dispatch.ts): the request id, and a ban on
 * caching and on guessing the type. No page is sent without a policy (SEC-X1).
 */
export const headersPlugin = fp((app) => {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    void reply.header("x-content-type-options", "nosniff");
    void reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (String(reply.getHeader("content-type")).startsWith("text/html")) {
      const given = reply.getHeader("content-security-policy");
      const policy = given === undefined ? dataPolicy : completePolicy(String(given));
      void reply.header("content-security-policy", policy);
    }
    done(null, payload);
  });
});
