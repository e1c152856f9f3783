import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import {
  institutionAnswer,
  institutionList,
  institutionsFilter,
} from "#lib/institutions/schema.ts";
import { institutionMembers, institutionMembersQuery } from "#lib/people/schema.ts";
import { notFound } from "#server/failure.ts";
import { listMembers, type MembersOptions } from "#server/institutions/members.ts";
import { findInstitution, listInstitutions } from "#server/institutions/repository.ts";
import { memberOf } from "#server/plugins/session.ts";

/** Registered under /api/:locale: institutions, open to visitors, and who studied there (product.md §3). */
export const institutionsRoutes: FastifyPluginAsyncZod<MembersOptions> = async (app, options) => {
  const { db } = options;
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
      const institution = await findInstitution(db, request.locale, request.params.id);
      if (!institution) throw notFound();
      return { data: institution };
    },
  );

  app.get(
    "/objects/:id/members",
    {
      onRequest: app.requireVerified,
      schema: {
        tags: ["institutions"],
        params: idParams,
        querystring: institutionMembersQuery,
        response: { 200: institutionMembers },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await findInstitution(db, request.locale, id))) throw notFound();
      return listMembers(options, memberOf(request).id, id, request.query);
    },
  );
};
