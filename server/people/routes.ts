import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { peopleList, peopleQuery } from "#lib/people/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { searchPeople } from "#server/people/repository.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  persons: Persons;
  statusesOf: (userId: number, otherIds: number[]) => Promise<Map<number, FriendshipStatus>>;
  limits: Limits;
}

/** Registered under /api/:locale: people search (product.md §3). */
export const peopleRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, persons, statusesOf, limits },
) => {
  app.get(
    "/users",
    {
      onRequest: app.requireVerified,
      schema: { tags: ["people"], querystring: peopleQuery, response: { 200: peopleList } },
    },
    async (request) => {
      const member = memberOf(request);
      await limits.consume("peopleSearch", member.id);
      const reader = { userId: member.id, locale: request.locale };
      const page = await searchPeople(db, persons, reader, request.query);
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
