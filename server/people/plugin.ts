import type { FastifyPluginAsync } from "fastify";
import type { MembersOptions } from "#server/people/institution-members/members.ts";
import { institutionMembersRoutes } from "#server/people/institution-members/routes.ts";
import { peopleRoutes } from "#server/people/routes.ts";
import { suggestionsRoutes } from "#server/people/suggestions/routes.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Options extends MembersOptions {
  limits: Limits;
}

/** Registered under /api/:locale: every way in which members find each other. */
export const peoplePlugin: FastifyPluginAsync<Options> = async (
  app,
  { db, persons, statusesOf, limits },
) => {
  await app.register(peopleRoutes, { db, persons, statusesOf, limits });
  await app.register(institutionMembersRoutes, { db, persons, statusesOf });
  await app.register(suggestionsRoutes, { db, persons, limits });
};
