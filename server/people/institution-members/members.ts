import { sql } from "kysely";
import { idMax } from "#lib/http/schema.ts";
import type { InstitutionMemberList } from "#lib/people/schema.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import {
  type YearsFilter,
  memberKey,
  type MemberSpan,
  memberSpans,
} from "#server/people/institution-members/member-spans.ts";
import {
  closeness,
  closenessOf,
  type OwnEducation,
  readOwnEducations,
} from "#server/people/closeness.ts";
import { endYear, openEnd } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

const pageSize = 30;

export interface MembersOptions {
  db: Db;
  persons: Persons;
  statusesOf: (userId: number, otherIds: number[]) => Promise<Map<number, FriendshipStatus>>;
}

/**
 * Members who studied there in any of the years of the filter, 30 a page: first those of the reader's class and group,
 * then of their class, then those who were there with them, then the others, each by the year they began and the year
 * they ended, newest first. A member with several educations appears with the first in this order. @throws {Failure}
 * `invalid` for a cursor of another list.
 */
export async function listInstitutionMembers(
  { db, persons, statusesOf }: MembersOptions,
  readerId: number,
  objectId: number,
  { cursor, ...filter }: YearsFilter & { cursor?: string | undefined },
): Promise<InstitutionMemberList> {
  const after = decodeCursor(cursor, memberKey);
  const own = await readOwnEducations(db, readerId, objectId);
  const rows = await readMembers(db, readerId, objectId, {
    spans: memberSpans(own, filter, after),
    own,
    filter,
  });
  const statuses = await statusesOf(
    readerId,
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
      is_classmate: row.closeness !== closeness.others,
    }),
    (row) => [row.closeness, row.start_year, row.end_year ?? openEnd, row.education_id],
  );
}

/**
 * Reads one page and one row more, which shows whether a page follows. Each span is a range of the index in its order,
 * so spans beyond the page are not read.
 */
function readMembers(
  db: Db,
  readerId: number,
  objectId: number,
  { spans, own, filter }: { spans: MemberSpan[]; own: OwnEducation[]; filter: YearsFilter },
) {
  const inOrder = db
    .selectFrom("educations")
    .selectAll()
    .select(endYear.as("ended"))
    .where("object_id", "=", objectId)
    .where("start_year", "=", sql<number>`span.year`)
    .where(sql<boolean>`${endYear} >= span.from_year`)
    .where(sql<boolean>`(${endYear}, educations.id) < (span.below, span.below_id)`)
    .orderBy(endYear, "desc")
    .orderBy("educations.id", "desc")
    // This limit leaves out no row. As the planner cannot know its value, it reads rows in the order of the index and
    // stops with the page; without it, it would check and sort thousands of a class.
    .limit(sql<number>`(SELECT ${sql.lit(idMax)})`);
  const ofSpan = findableMembers(db, readerId)
    .innerJoin(inOrder.as("educations"), "educations.user_id", "users.id")
    .select([
      ...personColumns(readerId),
      "educations.id as education_id",
      "educations.speciality",
      "educations.start_year",
      "educations.end_year",
      "educations.ended",
    ])
    .where("users.id", "<>", readerId)
    .where(isVisible("educations", readerId))
    .where(closenessOf("educations", own), "=", sql<number>`span.closeness`)
    .where(isBestOf(objectId, own, filter))
    .orderBy("educations.ended", "desc")
    .orderBy("educations.id", "desc")
    .limit(pageSize + 1);
  return db
    .selectFrom(unnested(spans))
    .innerJoinLateral(ofSpan.as("member"), (join) => join.onTrue())
    .selectAll("member")
    .select("span.closeness")
    .orderBy("span.place")
    .orderBy("member.ended", "desc")
    .orderBy("member.education_id", "desc")
    .limit(pageSize + 1)
    .execute();
}

/**
 * Numbered by WITH ORDINALITY, because the planner knows that these rows are in the order of their number and stops at
 * the end of the page.
 */
const unnested = (spans: MemberSpan[]) =>
  sql<{ place: number; closeness: number }>`unnest(
    ${spans.map(({ year }) => year)}::int[], ${spans.map(({ from }) => from)}::int[],
    ${spans.map(({ below }) => below)}::int[], ${spans.map(({ belowId }) => belowId)}::int[],
    ${spans.map((span) => span.closeness)}::int[]
  ) WITH ORDINALITY`.as<"span">(sql`span(year, from_year, below, below_id, closeness, place)`);

/** Whether none of the same member's educations there comes before the current one. */
const isBestOf = (
  objectId: number,
  own: OwnEducation[],
  filter: YearsFilter,
) => sql<boolean>`NOT EXISTS (
  SELECT FROM educations AS other
  WHERE other.user_id = users.id AND other.object_id = ${objectId}
    AND other.start_year <= ${filter.end ?? openEnd}
    AND coalesce(other.end_year, ${openEnd}) >= ${filter.start ?? 0}
    AND (
      ${closenessOf("other", own)}, other.start_year, coalesce(other.end_year, ${openEnd}), other.id
    ) > (span.closeness, educations.start_year, ${endYear}, educations.id))`;
