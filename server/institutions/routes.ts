import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import {
  institutionAnswer,
  institutionFaceAnswer,
  institutionList,
  institutionsFilter,
} from "#lib/institutions/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { createFaces } from "#server/institutions/public-face.ts";
import { findInstitution, listInstitutions } from "#server/institutions/repository.ts";
import { regionPath } from "#server/params/regions.ts";

/** Registered under /api/:locale: institutions, open to visitors. */
export const institutionsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    "/objects",
    {
      schema: {
        tags: ["institutions"],
        querystring: institutionsFilter,
        response: { 200: institutionList },
      },
    },
    (request) => listInstitutions(db, request.locale, request.query),
  );

  app.get(
    "/objects/:id",
    {
      schema: {
        tags: ["institutions"],
        params: idParams,
        response: { 200: institutionAnswer },
      },
    },
    async (request) => {
      const { locale } = request;
      const institution = await findInstitution(db, locale, request.params.id);
      if (!institution) throw notFound();
      const region_path = await regionPath(db, locale, institution.region.id);
      return { data: { ...institution, region_path } };
    },
  );

  const faceOf = createFaces(db);
  app.get(
    "/objects/:id/years",
    {
      schema: {
        tags: ["institutions"],
        params: idParams,
        response: { 200: institutionFaceAnswer },
      },
    },
    async ({ locale, params: { id } }) => {
      if (!(await findInstitution(db, locale, id))) throw notFound();
      return { data: await faceOf(id) };
    },
  );
};
