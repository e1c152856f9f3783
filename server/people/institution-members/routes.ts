import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import { institutionMembers, institutionMembersQuery } from "#lib/people/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { listMembers, type MembersOptions } from "#server/people/institution-members/members.ts";
import { memberOf } from "#server/plugins/session.ts";

/** Registered under /api/:locale: who studied at an institution (product.md §3). */
export const institutionMembersRoutes: FastifyPluginAsyncZod<MembersOptions> = async (
  app,
  options,
) => {
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
      if (!(await institutionExists(options.db, id))) throw notFound();
      return listMembers(options, memberOf(request).id, id, request.query);
    },
  );
};

/** One that has gone from the reference data too, as long as members have it. */
async function institutionExists(db: Db, objectId: number): Promise<boolean> {
  const row = await db
    .selectFrom("objects")
    .select("id")
    .where("id", "=", objectId)
    .executeTakeFirst();
  return row !== undefined;
}
