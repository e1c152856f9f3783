import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { pushChanged, pushStateAnswer, pushSubscriptionInput } from "#lib/push/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { invalidField } from "#server/http/failure.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { acceptsEndpoint } from "#server/push/endpoint.ts";
import { deleteSubscription, findEndpoint, storeSubscription } from "#server/push/repository.ts";
import type { VapidKeys } from "#server/push/vapid.ts";

interface Options {
  db: Db;
  env: Pick<Env, "deployment">;
  findVapidKeys: () => Promise<VapidKeys>;
}

/** Registered under /api/:locale/profile/setting: whether this browser is notified while it is closed. */
export const pushRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, env, findVapidKeys },
) => {
  const tags = ["profile"];
  requireOnEveryRoute(app, "requireVerified");

  app.get("/push", { schema: { tags, response: { 200: pushStateAnswer } } }, async (request) => {
    const { sessionId } = memberOf(request);
    const { publicKey } = await findVapidKeys();
    return { data: { public_key: publicKey, endpoint: await findEndpoint(db, sessionId) } };
  });

  app.post(
    "/push",
    {
      config: { limit: "pushSubscription" },
      schema: { tags, body: pushSubscriptionInput, response: { 200: pushChanged } },
    },
    async (request) => {
      if (!acceptsEndpoint(request.body.endpoint, env.deployment.rootDomain))
        throw invalidField("endpoint", "Site.invalid");
      await storeSubscription(db, memberOf(request).sessionId, request.body);
      return { message: request.translate("Answers.pushTurnedOn") };
    },
  );

  app.delete("/push", { schema: { tags, response: { 200: pushChanged } } }, async (request) => {
    await deleteSubscription(db, memberOf(request).sessionId);
    return { message: request.translate("Answers.pushTurnedOff") };
  });
};
