import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Tie } from "#lib/auth/tie-schema.ts";
import {
  acceptanceList,
  acceptancesSeenAnswer,
  acceptancesSeenInput,
  friendCounts,
  friendList,
  friendshipAnswer,
  friendsQuery,
} from "#lib/friends/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { listAcceptances } from "#server/friends/acceptances.ts";
import { countFriendLists, type FriendListKind, listFriends } from "#server/friends/lists.ts";
import type { Friendships } from "#server/friends/service.ts";
import type { LimitName } from "#server/plugins/ceilings.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  persons: Persons;
  friendships: Friendships;
  /** The ties of the reader with each member. */
  tiesOf: (reader: { id: number; locale: string }, ids: number[]) => Promise<Map<number, Tie[]>>;
}

/** By their paths: "to" are requests that the member has made, "from" those made to the member (D-FRIENDSHIP). */
const lists: Record<string, FriendListKind> = {
  active: "friends",
  "to/disactive": "outgoing",
  "from/disactive": "incoming",
};

const actions = ["add", "accept", "status", "delete"] as const;

const limitOf: Record<(typeof actions)[number], { limit?: LimitName }> = {
  add: { limit: "friendRequest" },
  accept: { limit: "friendshipAnswer" },
  delete: { limit: "friendshipAnswer" },
  status: {},
};

/** Registered under /api/:locale: friends and requests (D-FRIENDSHIP). */
export const friendsRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, persons, friendships, tiesOf },
) => {
  requireOnEveryRoute(app, "requireVerified");

  for (const [path, kind] of Object.entries(lists))
    app.get(
      `/profile/friends/${path}`,
      { schema: { tags: ["friends"], querystring: friendsQuery, response: { 200: friendList } } },
      async (request) => {
        const { id: userId } = memberOf(request);
        const page = await listFriends(db, persons, { userId }, kind, request.query);
        if (kind !== "incoming") return page;
        const ties = await tiesOf(
          readerOf(request),
          page.data.map(({ id }) => id),
        );
        return { ...page, data: page.data.map((item) => ({ ...item, ties: ties.get(item.id) })) };
      },
    );

  app.get(
    "/profile/friends/counts",
    { schema: { tags: ["friends"], response: { 200: friendCounts } } },
    async (request) => ({ data: await countFriendLists(db, memberOf(request).id) }),
  );

  app.get(
    "/profile/friends/accepted",
    { schema: { tags: ["friends"], response: { 200: acceptanceList } } },
    async (request) => ({ data: await listAcceptances(db, persons, memberOf(request).id) }),
  );

  app.post(
    "/profile/friends/accepted/seen",
    {
      config: { limit: "acceptancesSeen" },
      schema: {
        tags: ["friends"],
        body: acceptancesSeenInput,
        response: { 200: acceptancesSeenAnswer },
      },
    },
    async (request) => ({
      data: await friendships.seeAcceptances(memberOf(request).id, request.body.ids),
    }),
  );

  app.get(
    "/user/:id/profile/friends",
    {
      schema: {
        tags: ["friends"],
        params: idParams,
        querystring: friendsQuery,
        response: { 200: friendList },
      },
    },
    async (request) => {
      const { id: userId } = request.params;
      const pair = { userId, readerId: memberOf(request).id };
      if (!(await memberExists(db, pair.readerId, userId))) throw notFound();
      return listFriends(db, persons, pair, "friends", request.query);
    },
  );

  for (const action of actions)
    app.post(
      `/profile/friends/friendship/:id/${action}`,
      {
        config: limitOf[action],
        schema: { tags: ["friends"], params: idParams, response: { 200: friendshipAnswer } },
      },
      async (request) => {
        const { id } = memberOf(request);
        const { status, messageKey } = await friendships[action](id, request.params.id);
        return { message: request.translate(messageKey), data: { status } };
      },
    );
};
