import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { privacyAnswer, privacyChanged, privacyInput } from "#lib/privacy/schema.ts";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { findPrivacy, updatePrivacy } from "#server/privacy/settings.ts";

interface PrivacyOptions {
  db: Db;
  /** Runs a change of who sees when the member is online, and publishes to those for whom it changes. */
  aroundLastSeen: <T>(userId: number, change: () => Promise<T>) => Promise<T>;
}

/** Registered under /api/:locale/profile/setting: the privacy settings, for unverified members too. */
export const privacyRoutes: FastifyPluginAsyncZod<PrivacyOptions> = async (
  app,
  { db, aroundLastSeen },
) => {
  const tags = ["profile"];
  requireOnEveryRoute(app, "requireSession");

  app.get("/privacy", { schema: { tags, response: { 200: privacyAnswer } } }, async (request) => {
    const privacy = await findPrivacy(db, memberOf(request).id);
    if (!privacy) throw new Failure("unauthenticated");
    return { data: privacy };
  });

  app.put(
    "/privacy",
    {
      config: { limit: "privacyChange" },
      schema: { tags, body: privacyInput, response: { 200: privacyChanged } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const update = () => updatePrivacy(db, id, request.body);
      const privacy = await (request.body.last_seen ? aroundLastSeen(id, update) : update());
      if (!privacy) throw new Failure("unauthenticated");
      return { message: request.translate("Answers.privacySaved"), data: privacy };
    },
  );
};
