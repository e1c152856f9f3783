import type { FastifyPluginAsync } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import {
  institutionMemberList,
  institutionMembersFilter,
  peopleList,
  peopleQuery,
} from "#lib/people/schema.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { requireInstitutionId } from "#server/params/objects.ts";
import {
  listInstitutionMembers,
  type MembersOptions,
} from "#server/people/institution-members/members.ts";
import { searchPeople } from "#server/people/repository.ts";
import { suggestionsRoutes } from "#server/people/suggestions/routes.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options extends MembersOptions {
  readFromReplica: ReadFromReplica;
}

/**
 * Must be registered within /api/:locale, because the plugins it registers take no prefix: every way in which members
 * find each other.
 */
export const peoplePlugin: FastifyPluginAsync<Options> = async (app, deps) => {
  await app.register(searchRoutes, deps);
  await app.register(institutionMembersRoutes, deps);
  await app.register(suggestionsRoutes, deps);
};

const searchRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { readFromReplica, persons, statusesOf },
) => {
  app.get(
    "/users",
    {
      onRequest: app.requireVerified,
      config: { limit: "peopleSearch" },
      schema: { tags: ["people"], querystring: peopleQuery, response: { 200: peopleList } },
    },
    async (request) => {
      const member = memberOf(request);
      const reader = { userId: member.id, locale: request.locale };
      const page = await readFromReplica(member.id, (db) =>
        searchPeople(db, persons, reader, request.query),
      );
      const statuses = await statusesOf(
        member.id,
        page.data.map(({ id }) => id),
      );
      return {
        ...page,
        data: page.data.map((person) => ({
          ...person,
          status: statuses.get(person.id) ?? "none",
        })),
      };
    },
  );
};

const institutionMembersRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { readFromReplica, ...options },
) => {
  app.get(
    "/objects/:id/members",
    {
      onRequest: app.requireVerified,
      schema: {
        tags: ["institutions"],
        params: idParams,
        querystring: institutionMembersFilter,
        response: { 200: institutionMemberList },
      },
    },
    async (request) => {
      const { id } = request.params;
      const reader = memberOf(request);
      return readFromReplica(reader.id, async (db) => {
        const objectId = await requireInstitutionId(db, id);
        return listInstitutionMembers({ ...options, db }, reader.id, objectId, request.query);
      });
    },
  );
};
