import fp from "fastify-plugin";

/** One line for every answer. It names the route, never the address itself, which may hold a secret (security.md Q2). */
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
      },
      "answered",
    );
    done();
  });
});
