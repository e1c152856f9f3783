import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { dataOf } from "#lib/http/schema.ts";
import { siteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/failure.ts";
import { findSettings } from "#server/settings/repository.ts";

export const settingsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    "/settings",
    { schema: { tags: ["settings"], response: { 200: dataOf(siteSettings) } } },
    async (request) => {
      const settings = await findSettings(db, request.locale);
      if (!settings) throw notFound();
      return { data: settings };
    },
  );
};
