import fp from "fastify-plugin";
import { completePolicy, dataPolicy } from "#server/http/security-headers.ts";

/**
 * What every answer of the API carries beside the headers of all answers (server/http/dispatch.ts): its request id, no
 * permission to cache or to guess its type; and no page leaves without a policy (security.md X1).
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
