/** Counters of a profile, over the tables of other features: one query for any reader. */
import { type RawBuilder, sql } from "kysely";
import type { OwnStatistics, Statistics } from "#lib/profile/schema.ts";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { countFriendsFor } from "#server/members/friendships.ts";
import { isVisible, type PrivateSubject, type ReaderId } from "#server/visibility.ts";
import { shownDays, today } from "#server/profile/views.ts";

/** Statistics of the member in the current row of `users`, for the reader. */
export const statisticsFor = (readerId: ReaderId): RawBuilder<Statistics> => {
  const ifVisible = (subject: PrivateSubject, count: RawBuilder<number>) =>
    sql<number>`CASE WHEN ${isVisible(subject, readerId)} THEN ${count} ELSE 0 END`;
  return sql`json_build_object(
    'friends', ${ifVisible("friends", countFriendsFor(readerId, sql.ref("users.id")))},
    'images', ${ifVisible("images", rowsOf("images"))},
    'media', ${ifVisible("media", mediaInProfile)},
    'educations', ${ifVisible("educations", rowsOf("educations"))},
    'jobs', ${ifVisible("jobs", rowsOf("jobs"))},
    'profile_views', (SELECT coalesce(sum(views), 0)::int FROM profile_view_days WHERE user_id = users.id))`;
};

const rowsOf = (table: "educations" | "images" | "jobs") =>
  sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} AS counted WHERE counted.user_id = users.id)`;

const mediaInProfile = sql<number>`(
  SELECT count(*)::int FROM media WHERE media.user_id = users.id AND in_profile)`;

const viewsByDay = sql<OwnStatistics["views_by_day"]>`(
  SELECT json_agg(json_build_object('date', shown.day, 'count', coalesce(profile_view_days.views, 0)) ORDER BY shown.day)
  FROM (SELECT ${today} - age AS day FROM generate_series(0, ${shownDays - 1}::int) AS age) AS shown
  LEFT JOIN profile_view_days ON profile_view_days.user_id = users.id AND profile_view_days.day = shown.day)`;

/** Undefined for a member whom others cannot meet. */
export async function findStatistics(
  db: Db,
  readerId: number,
  userId: number,
): Promise<Statistics | undefined> {
  const row = await findableMembers(db, readerId)
    .select(statisticsFor(readerId).as("statistics"))
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row?.statistics;
}

export async function findOwnStatistics(
  db: Db,
  userId: number,
): Promise<OwnStatistics | undefined> {
  const row = await db
    .selectFrom("users")
    .select([statisticsFor(userId).as("statistics"), viewsByDay.as("views_by_day")])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row && { ...row.statistics, views_by_day: row.views_by_day };
}
