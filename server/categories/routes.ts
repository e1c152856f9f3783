import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { LRUCache } from "lru-cache";
import { globalRegistry } from "zod";
import { categoriesAnswer, categoryNode } from "#lib/categories/schema.ts";
import { locales } from "#lib/i18n/locales.ts";
import { listCategories } from "#server/categories/repository.ts";
import type { Db } from "#server/db/database.ts";
import { namesEtag } from "#server/http/request-headers.ts";

const maxAgeS = 300;
/** Reference data change at a start, and when the operator imports institutions. */
const cachedMs = 60_000;

// A recursive schema needs a name in the OpenAPI document.
globalRegistry.add(categoryNode, { id: "CategoryNode" });

/** Registered under /api/:locale: the category tree, open to visitors (S-CATEGORIES). */
export const categoriesRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const answers = new LRUCache({
    max: locales.length,
    ttl: cachedMs,
    fetchMethod: async (locale: string) => {
      const answer = categoriesAnswer.parse({ data: await listCategories(db, locale) });
      const body = JSON.stringify(answer);
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      return { answer, body, etag };
    },
  });

  app.get(
    "/categories",
    { schema: { tags: ["categories"], response: { 200: categoriesAnswer } } },
    async (request, reply) => {
      const { answer, body, etag } = await answers.forceFetch(request.locale);
      void reply.header("etag", etag).header("cache-control", `public, max-age=${maxAgeS}`);
      const bodiless = reply as FastifyReply; // the schemas describe only answers with a body
      if (namesEtag(request.headers["if-none-match"], etag)) return bodiless.status(304).send();
      // The body is serialised once for all requests. A custom serialiser sets no content type, so it is set here.
      void reply.type("application/json; charset=utf-8");
      return reply.serializer(() => body).send(answer);
    },
  );
};
