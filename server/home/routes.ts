import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { homeAnswer, homeFilter } from "#lib/home/schema.ts";
import { greetMember, type HomeSources } from "#server/home/greet-member.ts";
import { readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

/** Registered under /api/:locale: the home page of a member. */
export const homeRoutes =
  <Periods>(sources: HomeSources<Periods>): FastifyPluginAsyncZod =>
  async (app) => {
    requireOnEveryRoute(app, "requireVerified");
    app.get(
      "/home",
      {
        // Excludes HEAD, because this GET notes a visit.
        exposeHeadRoute: false,
        schema: { tags: ["home"], querystring: homeFilter, response: { 200: homeAnswer } },
      },
      async (request) => ({
        data: await greetMember(sources, readerOf(request), request.query.refresh === "1"),
      }),
    );
  };
