import { type RawBuilder, sql } from "kysely";
import type { InstitutionMembers } from "#lib/people/schema.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import {
  type AskedYears,
  memberKey,
  type MemberSpan,
  memberSpans,
} from "#server/people/institution-members/member-spans.ts";
import { endYear, openEnd, type Years } from "#server/members/study-years.ts";

const pageSize = 30;

export interface MembersOptions {
  db: Db;
  persons: Persons;
  statusesOf: (userId: number, otherIds: number[]) => Promise<Map<number, FriendshipStatus>>;
}

/**
 * Who else studied there in any of the years asked for, 30 a page: classmates of the one who asks first, then by the year
 * they began and the year they ended, newest first. Of several educations a member stands with the first in this order.
 * @throws {Failure} `invalid` for a cursor of something else.
 */
export async function listMembers(
  { db, persons, statusesOf }: MembersOptions,
  viewerId: number,
  objectId: number,
  { cursor, ...asked }: AskedYears & { cursor?: string | undefined },
): Promise<InstitutionMembers> {
  const after = decodeCursor(cursor, memberKey);
  const own = await ownYears(db, viewerId, objectId);
  const rows = await readMembers(db, viewerId, objectId, {
    spans: memberSpans(own, asked, after),
    isBest: isBestOf(objectId, own, asked),
  });
  const statuses = await statusesOf(
    viewerId,
    rows.map(({ id }) => id),
  );
  return seekPage(
    rows,
    pageSize,
    (row) => ({
      ...persons.toPerson(row),
      status: statuses.get(row.id) ?? "none",
      speciality: row.speciality,
      start: row.start_year,
      end: row.end_year,
      is_classmate: row.is_classmate,
    }),
    (row) => [row.is_classmate, row.start_year, row.end_year ?? openEnd, row.education_id],
  );
}

const ownYears = (db: Db, userId: number, objectId: number): Promise<Years[]> =>
  db
    .selectFrom("educations")
    .select(["start_year as start", "end_year as end"])
    .where("user_id", "=", userId)
    .where("object_id", "=", objectId)
    .execute();

/** One page and a row. Each span is a piece of the index in its order: spans past the page are not read. */
function readMembers(
  db: Db,
  viewerId: number,
  objectId: number,
  { spans, isBest }: { spans: MemberSpan[]; isBest: RawBuilder<boolean> },
) {
  const ofSpan = findableMembers(db, viewerId)
    .innerJoin("educations", "educations.user_id", "users.id")
    .select([
      ...personColumns(viewerId),
      "educations.id as education_id",
      "educations.speciality",
      "educations.start_year",
      "educations.end_year",
      endYear.as("ended"),
    ])
    .where("educations.object_id", "=", objectId)
    .where("educations.start_year", "=", sql<number>`span.year`)
    .where(sql<boolean>`${endYear} >= span.from_year`)
    .where(sql<boolean>`(${endYear}, educations.id) < (span.below, span.below_id)`)
    .where("users.id", "<>", viewerId)
    .where(isBest)
    .orderBy(endYear, "desc")
    .orderBy("educations.id", "desc")
    .limit(pageSize + 1);
  return db
    .selectFrom(unnested(spans))
    .innerJoinLateral(ofSpan.as("member"), (join) => join.onTrue())
    .selectAll("member")
    .select("span.is_classmate")
    .orderBy("span.place")
    .orderBy("member.ended", "desc")
    .orderBy("member.education_id", "desc")
    .limit(pageSize + 1)
    .execute();
}

/** The planner knows rows with their ordinal to be in its order, and stops at the page's end. */
const unnested = (spans: MemberSpan[]) =>
  sql<{ place: number; is_classmate: boolean }>`unnest(
    ${spans.map(({ year }) => year)}::int[], ${spans.map(({ from }) => from)}::int[],
    ${spans.map(({ below }) => below)}::int[], ${spans.map(({ belowId }) => belowId)}::int[],
    ${spans.map(({ isClassmate }) => isClassmate)}::boolean[]
  ) WITH ORDINALITY`.as<"span">(sql`span(year, from_year, below, below_id, is_classmate, place)`);

/** Whether none of the same member's educations there stands before the one at hand. */
const isBestOf = (objectId: number, own: Years[], asked: AskedYears) => sql<boolean>`NOT EXISTS (
  SELECT FROM educations AS other
  WHERE other.user_id = users.id AND other.object_id = ${objectId}
    AND other.start_year <= ${asked.end ?? openEnd}
    AND coalesce(other.end_year, ${openEnd}) >= ${asked.start ?? 0}
    AND (
      EXISTS (
        SELECT FROM unnest(
          ${own.map(({ start }) => start)}::int[], ${own.map(({ end }) => end ?? openEnd)}::int[]
        ) AS own(began, ended)
        WHERE (other.start_year, coalesce(other.end_year, ${openEnd})) = (own.began, own.ended)
          OR other.start_year < own.ended AND coalesce(other.end_year, ${openEnd}) > own.began),
      other.start_year, coalesce(other.end_year, ${openEnd}), other.id
    ) > (span.is_classmate, educations.start_year, ${endYear}, educations.id))`;
