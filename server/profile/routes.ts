import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { Tie } from "#lib/auth/tie-schema.ts";
import { dataOf, idParams } from "#lib/http/schema.ts";
import {
  type MemberProfile,
  memberProfileAnswer,
  ownStatistics,
  statistics,
} from "#lib/profile/schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { notFound } from "#server/http/failure.ts";
import { birthdayOf, isBirthdayVisible } from "#server/members/birthday.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { findOwnStatistics, findStatistics, statisticsFor } from "#server/profile/statistics.ts";
import { createProfileViews } from "#server/profile/views.ts";
import { mayWrite } from "#server/visibility.ts";

interface ProfileRoutesOptions {
  db: Db;
  readFromReplica: ReadFromReplica;
  persons: Persons;
  statusOf: (userId: number, otherId: number) => Promise<FriendshipStatus>;
  /** The ties of the reader with each member. */
  tiesOf: (reader: { id: number; locale: string }, ids: number[]) => Promise<Map<number, Tie[]>>;
}

/** Members as others see them, and counters. */
export const profileRoutes: FastifyPluginAsyncZod<ProfileRoutesOptions> = async (
  app,
  { db, readFromReplica, persons, statusOf, tiesOf },
) => {
  requireOnEveryRoute(app, "requireVerified");
  const views = createProfileViews(db, app.log);

  app.get(
    "/profile/statistics",
    { schema: { tags: ["profile"], response: { 200: dataOf(ownStatistics) } } },
    async (request) => {
      const own = await findOwnStatistics(db, memberOf(request).id);
      if (!own) throw notFound();
      return { data: own };
    },
  );

  app.get(
    "/user/:id/statistics",
    { schema: { tags: ["profile"], params: idParams, response: { 200: dataOf(statistics) } } },
    async (request) => {
      const { id } = request.params;
      const reader = memberOf(request);
      const found = await readFromReplica(reader.id, (db) => findStatistics(db, reader.id, id));
      if (!found) throw notFound();
      return { data: found };
    },
  );

  app.get(
    "/user/:id",
    { schema: { tags: ["profile"], params: idParams, response: { 200: memberProfileAnswer } } },
    async (request) => {
      const { id } = request.params;
      const viewer = memberOf(request);
      const [profile, status] = await Promise.all([
        readFromReplica(viewer.id, (db) => findMemberProfile(db, persons, viewer.id, id)),
        statusOf(viewer.id, id),
      ]);
      if (!profile) throw notFound();
      const [ties] = await Promise.all([
        tiesOf(readerOf(request), [id]),
        request.method === "HEAD" ? undefined : views.count(id, viewer.id),
      ]);
      return { data: { ...profile, status, ties: ties.get(id) } };
    },
  );
};

/** A member as the viewer sees them, without the friendship; undefined for a member whom others cannot meet. */
async function findMemberProfile(
  db: Db,
  persons: Persons,
  readerId: number,
  userId: number,
): Promise<Omit<MemberProfile, "status"> | undefined> {
  const row = await findableMembers(db, readerId)
    .select([
      ...personColumns(readerId),
      statisticsFor(readerId).as("statistics"),
      mayWrite(readerId).as("can_write"),
      birthdayOf.as("birthday"),
      isBirthdayVisible(readerId).as("shows_birthday"),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { statistics, can_write } = row;
  return {
    ...persons.toPerson(row),
    statistics,
    can_write,
    ...(row.shows_birthday && row.birthday && { birthday: row.birthday }),
  };
}
