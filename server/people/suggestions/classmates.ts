import { sql } from "kysely";
import { classOf } from "#lib/members/class-key.ts";
import type { Db } from "#server/db/database.ts";
import { storedClass } from "#server/members/class-members.ts";
import type { Studied } from "#server/people/suggestions/own-periods.ts";
import { suggestibleMembers } from "#server/people/suggestions/suggestible.ts";
import { endYear, openEnd, startYears, type YearSpan } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

/**
 * Reads at most `readMax` classmates of each span and suggests at most `ofSpanMax` of them, so that one large school
 * cannot crowd out the others.
 */
const readMax = 1_000;
const ofSpanMax = 40;
const allMax = 60;

/** Members who studied where the reader did at the same time; those with the nearest years come first. */
export async function findClassmates(
  db: Db,
  readerId: number,
  studied: Studied[],
): Promise<number[]> {
  const spans = nearestSpans(studied);
  if (spans.length === 0) return [];
  const ofClass = await findOfClasses(db, readerId, studied);
  const rows = await classmatesIn(db, readerId, spans).execute();
  return [...new Set([...ofClass, ...rows.map(({ id }) => id)])];
}

/** The query of `findClassmates`, with limits that may be lower. */
export function classmatesIn(
  db: Db,
  readerId: number,
  spans: NearSpan[],
  max = { read: readMax, ofSpan: ofSpanMax, all: allMax },
) {
  const there = db
    .selectFrom("educations")
    .select(["educations.user_id", "educations.id", endYear.as("ended")])
    .where("educations.object_id", "=", sql<number>`span.object_id`)
    .where("educations.start_year", "=", sql<number>`span.year`)
    .where(sql<boolean>`${endYear} >= span.from_year`)
    .where(sql<boolean>`${endYear} < span.below`)
    .orderBy(endYear, "desc")
    .orderBy("educations.id", "desc")
    .limit(max.read);
  const suggestible = suggestibleMembers(db, readerId)
    .innerJoin(there.as("there"), "there.user_id", "users.id")
    .where(isVisible("educations", readerId))
    .select(["users.id", "there.ended", "there.id as education_id"])
    .orderBy("there.ended", "desc")
    .orderBy("there.id", "desc")
    .limit(max.ofSpan);
  return db
    .selectFrom(unnested(spans))
    .innerJoinLateral(suggestible.as("member"), (join) => join.onTrue())
    .select("member.id")
    .orderBy("span.place")
    .orderBy("member.ended", "desc")
    .orderBy("member.education_id", "desc")
    .limit(max.all);
}

/** Members of the reader's classes, those of the reader's study group first. */
async function findOfClasses(db: Db, readerId: number, studied: Studied[]): Promise<number[]> {
  const rows = await classMembersIn(db, readerId, groupsThenClasses(studied)).execute();
  return rows.map(({ id }) => id);
}

/** For `classMembersIn`: the study groups, then the whole classes. */
export const groupsThenClasses = (studied: Studied[]): Studied[] => [
  ...studied.filter(({ groupKey }) => groupKey !== null),
  ...studied.map((one) => ({ ...one, groupKey: null })),
];

/**
 * Members of the class of each education, in the order of the educations: only those of its study group, if it names
 * one. Returns at most `ofSpan` for each education.
 */
export function classMembersIn(
  db: Db,
  readerId: number,
  studied: Pick<Studied, "objectId" | "start" | "end" | "groupKey">[],
  max = { ofSpan: ofSpanMax, all: allMax },
) {
  const wanted = studied.map((one) => ({ ...storedClass(classOf(one)), ...one }));
  const there = suggestibleMembers(db, readerId)
    .innerJoin("class_members as member", "member.user_id", "users.id")
    .where(isVisible("educations", readerId))
    .select("users.id")
    .where(
      sql<boolean>`(member.object_id, member.ended, member.began) = (class.object_id, class.ended, class.began)`,
    )
    .orderBy("member.sort_name")
    .orderBy("member.user_id")
    .limit(max.ofSpan);
  const inClass = sql<{ place: number; group_key: string | null }>`unnest(
    ${wanted.map(({ objectId }) => objectId)}::int[], ${wanted.map(({ ended }) => ended)}::int[],
    ${wanted.map(({ began }) => began)}::int[], ${wanted.map(({ groupKey }) => groupKey)}::text[]
  ) WITH ORDINALITY`.as<"class">(sql`class(object_id, ended, began, group_key, place)`);
  const ofGroup = there.where(sql<boolean>`member.study_group_key = class.group_key`);
  const ofAnyGroup = there.where(sql<boolean>`class.group_key IS NULL`);
  const found = sql<{ id: number }>`(${ofGroup} UNION ALL ${ofAnyGroup})`;
  return db
    .selectFrom(inClass)
    .innerJoinLateral(found.as<"found">(sql`found`), (join) => join.onTrue())
    .select("found.id")
    .orderBy("class.place")
    .limit(max.all);
}

interface NearSpan extends YearSpan {
  objectId: number;
}

/**
 * Orders the spans: the same years come first, then the same first year, then ever more distant first years, as long as
 * the two can have studied together (D-TOGETHER).
 */
export function nearestSpans(studied: Studied[]): NearSpan[] {
  const spans = studied.flatMap(({ objectId, start, end }) => {
    const ended = end ?? openEnd;
    const all = { objectId, from: start + 1, below: openEnd + 1 };
    const sameYears = { ...all, year: start, from: ended, below: ended + 1, distance: -1 };
    const sameStart = [
      { ...all, year: start, from: ended + 1, distance: 0 },
      { ...all, year: start, below: ended, distance: 0 },
    ];
    const others = startYears()
      .filter((year) => year !== start && year < ended)
      .map((year) => ({ ...all, year, distance: Math.abs(year - start) }));
    return [sameYears, ...(start < ended ? sameStart : []), ...others].filter(
      ({ from, below }) => from < below,
    );
  });
  return spans.sort((one, other) => one.distance - other.distance);
}

/**
 * Numbered by WITH ORDINALITY, because the planner knows that these rows are in the order of their number and stops
 * when there are enough.
 */
const unnested = (spans: NearSpan[]) =>
  sql<{ place: number }>`unnest(
    ${spans.map(({ objectId }) => objectId)}::int[], ${spans.map(({ year }) => year)}::int[],
    ${spans.map(({ from }) => from)}::int[], ${spans.map(({ below }) => below)}::int[]
  ) WITH ORDINALITY`.as<"span">(sql`span(object_id, year, from_year, below, place)`);
