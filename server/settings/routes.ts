import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { dataOf } from "#lib/http/schema.ts";
import { siteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { findSettings } from "#server/settings/repository.ts";

/** Every page of every surface fetches them, so a browser caches them across pages. */
const caching = "public, max-age=300";

export const settingsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    "/settings",
    { schema: { tags: ["settings"], response: { 200: dataOf(siteSettings) } } },
    async (request, reply) => {
      const settings = await findSettings(db, request.locale);
      if (!settings) throw notFound();
      void reply.header("cache-control", caching);
      return { data: settings };
    },
  );
};
