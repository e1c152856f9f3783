import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dataOf } from "#lib/http/schema.ts";
import { language } from "#lib/languages/schema.ts";
import type { Db } from "#server/db/database.ts";
import { listLanguages } from "#server/languages/repository.ts";

export const languagesRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    "/languages",
    { schema: { tags: ["languages"], response: { 200: dataOf(z.array(language)) } } },
    async () => ({
      data: await listLanguages(db),
    }),
  );
};
