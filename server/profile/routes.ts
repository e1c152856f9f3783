import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { dataOf, idParams } from "#lib/http/schema.ts";
import { memberProfileAnswer, statistics } from "#lib/profile/schema.ts";
import { findPerson } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/failure.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  friendsOf: (userId: number) => Promise<number>;
  statusOf: (userId: number, otherId: number) => Promise<FriendshipStatus>;
}

/** Registered under /api/:locale: members as others see them, and counters (specification §7). */
export const profileRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, friendsOf, statusOf },
) => {
  app.addHook("onRequest", app.requireVerified);

  app.get(
    "/profile/statistics",
    { schema: { tags: ["profile"], response: { 200: dataOf(statistics) } } },
    async (request) => ({ data: { friends: await friendsOf(memberOf(request).id) } }),
  );

  app.get(
    "/user/:id/statistics",
    { schema: { tags: ["profile"], params: idParams, response: { 200: dataOf(statistics) } } },
    async ({ params }) => {
      if (!(await findPerson(db, params.id))) throw notFound();
      return { data: { friends: await friendsOf(params.id) } };
    },
  );

  app.get(
    "/user/:id",
    { schema: { tags: ["profile"], params: idParams, response: { 200: memberProfileAnswer } } },
    async (request) => {
      const { id } = request.params;
      const person = await findPerson(db, id);
      if (!person) throw notFound();
      const [friends, status] = await Promise.all([
        friendsOf(id),
        statusOf(memberOf(request).id, id),
      ]);
      return { data: { ...person, statistics: { friends }, status } };
    },
  );
};
