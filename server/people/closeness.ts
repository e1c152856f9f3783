/**
 * How close members are to the reader by where and when both studied (D-CLASS), in the people search and among the members
 * of an institution. Its SQL repeats `studiedTogether` of server/members/study-years.ts, as do
 * server/people/suggestions/classmates.ts and server/people/institution-members/member-spans.ts: change all.
 */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { openEnd, type YearRange } from "#server/members/study-years.ts";

/** Each closeness outranks the next. */
export const closeness = { group: 3, class: 2, together: 1, others: 0 } as const;
export const closenessMax = closeness.group;

/** An education of the reader. */
export interface OwnEducation extends YearRange {
  objectId: number;
  groupKey: string | null;
}

/** The reader's educations at one institution. */
export const readOwnEducations = (
  db: Db,
  userId: number,
  objectId: number,
): Promise<OwnEducation[]> =>
  db
    .selectFrom("educations")
    .select([
      "object_id as objectId",
      "start_year as start",
      "end_year as end",
      "study_group_key as groupKey",
    ])
    .where("user_id", "=", userId)
    .where("object_id", "=", objectId)
    .execute();

/** How close the education in the current row of `education` is to the nearest of the reader's. */
export const closenessOf = (education: "educations" | "other", own: OwnEducation[]) => {
  const column = (name: string) => sql.ref(`${education}.${name}`);
  const ended = sql`coalesce(${column("end_year")}, ${openEnd})`;
  return sql<number>`(
    SELECT coalesce(max(CASE
      WHEN ${column("object_id")} <> own.object_id THEN ${sql.lit(closeness.others)}
      WHEN (${column("start_year")}, ${ended}) <> (own.began, own.ended)
        AND NOT (${column("start_year")} < own.ended AND ${ended} > own.began) THEN ${sql.lit(closeness.others)}
      WHEN ${ended} <> own.ended OR (own.ended = ${openEnd} AND ${column("start_year")} <> own.began)
        THEN ${sql.lit(closeness.together)}
      WHEN ${column("study_group_key")} = own.group_key THEN ${sql.lit(closeness.group)}
      ELSE ${sql.lit(closeness.class)} END), ${sql.lit(closeness.others)})
    FROM unnest(
      ${own.map(({ objectId }) => objectId)}::int[], ${own.map(({ start }) => start)}::int[],
      ${own.map(({ end }) => end ?? openEnd)}::int[], ${own.map(({ groupKey }) => groupKey)}::text[]
    ) AS own(object_id, began, ended, group_key))`;
};
