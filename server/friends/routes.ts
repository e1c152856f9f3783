import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { friendList, friendshipAnswer, friendsQuery } from "#lib/friends/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import type { Db } from "#server/db/database.ts";
import { type FriendListKind, listFriends } from "#server/friends/repository.ts";
import type { Friendships } from "#server/friends/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  friendships: Friendships;
  limits: Limits;
}

/** "active" and "disactive" are the specification's words; to: asked by me, from: asked of me (product.md §3). */
const lists: Record<string, FriendListKind> = {
  active: "friends",
  "to/disactive": "outgoing",
  "from/disactive": "incoming",
};

/** Registered under /api/:locale (specification §7, Friends). */
export const friendsRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, friendships, limits },
) => {
  app.addHook("onRequest", app.requireVerified);

  for (const [path, kind] of Object.entries(lists))
    app.get(
      `/profile/friends/${path}`,
      { schema: { tags: ["friends"], querystring: friendsQuery, response: { 200: friendList } } },
      (request) => listFriends(db, memberOf(request).id, kind, request.query),
    );

  for (const action of ["add", "accept", "status", "delete"] as const)
    app.post(
      `/profile/friends/friendship/:id/${action}`,
      { schema: { tags: ["friends"], params: idParams, response: { 200: friendshipAnswer } } },
      async (request) => {
        const member = memberOf(request);
        if (action === "add") await limits.consume("friendRequest", member.id);
        const { status, messageKey } = await friendships[action](member.id, request.params.id);
        return { message: request.translate(messageKey), data: { status } };
      },
    );
};
