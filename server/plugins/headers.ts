import fp from "fastify-plugin";

/** What every answer of the API carries: its request id, and no permission to cache or to guess its type. */
export const headersPlugin = fp((app) => {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
    void reply.header("x-content-type-options", "nosniff");
    void reply.header("cache-control", "no-store");
  });
});
