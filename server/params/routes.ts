import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  endParams,
  establishmentsParams,
  namedList,
  objectsParams,
  positionsParams,
  regionsParams,
  yearList,
  yearMin,
  yearNow,
  yearsSince,
} from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField } from "#server/http/failure.ts";
import {
  listEstablishments,
  listObjects,
  listPositions,
  listRegions,
  listSpheres,
} from "#server/params/lists.ts";
import { regionPath } from "#server/params/regions.ts";
import { requireOnEveryRoute } from "#server/plugins/session.ts";

/** Registered under /api/:locale/profile/setting/params: the choices of the forms of educations and jobs. */
export const paramsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["params"];
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/establishments",
    { schema: { tags, querystring: establishmentsParams, response: { 200: namedList } } },
    async ({ locale, query }) => ({
      data: await listEstablishments(db, locale, query.ordinary_schools === "true"),
    }),
  );

  app.get(
    "/regions",
    { schema: { tags, querystring: regionsParams, response: { 200: namedList } } },
    async ({ locale, query: { parent_id, path_to } }) => ({
      data: await (path_to === undefined
        ? listRegions(db, locale, parent_id)
        : regionPath(db, locale, path_to)),
    }),
  );

  app.get(
    "/objects",
    { schema: { tags, querystring: objectsParams, response: { 200: namedList } } },
    async ({ locale, query }) => ({ data: await listObjects(db, locale, query) }),
  );

  app.get("/spheres", { schema: { tags, response: { 200: namedList } } }, async ({ locale }) => ({
    data: await listSpheres(db, locale),
  }));

  app.get(
    "/positions",
    { schema: { tags, querystring: positionsParams, response: { 200: namedList } } },
    async ({ locale, query }) => ({ data: await listPositions(db, locale, query.sphere_id) }),
  );

  app.get("/start", { schema: { tags, response: { 200: yearList } } }, () => ({
    data: yearsSince(),
  }));

  app.get(
    "/end",
    { schema: { tags, querystring: endParams, response: { 200: yearList } } },
    ({ query: { start = yearMin } }) => {
      if (start < yearMin || start > yearNow()) throw invalidField("start", "Site.invalid");
      return { data: yearsSince(start) };
    },
  );
};
