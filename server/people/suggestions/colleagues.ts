import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Worked } from "#server/people/suggestions/own-periods.ts";
import { suggestibleMembers } from "#server/people/suggestions/suggestible.ts";
import { openEnd } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

/**
 * Reads at most `readMax` colleagues of each span and suggests at most `ofSpanMax` of them, so that one large company
 * cannot crowd out the others.
 */
const readMax = 300;
const ofSpanMax = 40;
const allMax = 60;

/** Members who worked where the reader did; within each span of years, those of the same region come first. */
export async function findColleagues(
  db: Db,
  readerId: number,
  worked: Worked[],
): Promise<number[]> {
  const spans = startSpans(worked);
  if (spans.length === 0) return [];
  const rows = await colleaguesIn(db, readerId, spans).execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** The query of `findColleagues`, with limits that may be lower. */
export function colleaguesIn(
  db: Db,
  readerId: number,
  spans: StartSpan[],
  max = { read: readMax, ofSpan: ofSpanMax, all: allMax },
) {
  const nearFirst = db
    .selectFrom(startedIn(db, max.read).as("there"))
    .innerJoin("regions", "regions.id", "there.region_id")
    .select([
      "there.user_id",
      "there.start_year",
      sql<boolean>`coalesce(regions.parent_id, regions.id) = span.region`.as("is_near"),
    ])
    .orderBy("is_near", "desc")
    .orderBy("there.start_year", "desc")
    .orderBy("there.user_id", "desc")
    .limit(max.read);
  const suggestible = suggestibleMembers(db, readerId)
    .innerJoin(nearFirst.as("there"), "there.user_id", "users.id")
    .where(isVisible("jobs", readerId))
    .select(["users.id", "there.is_near", "there.start_year"])
    .orderBy("there.is_near", "desc")
    .orderBy("there.start_year", "desc")
    .orderBy("there.user_id", "desc")
    .limit(max.ofSpan);
  return db
    .selectFrom(unnested(spans))
    .innerJoinLateral(suggestible.as("member"), (join) => join.onTrue())
    .select("member.id")
    .orderBy("span.place")
    .orderBy("member.is_near", "desc")
    .orderBy("member.start_year", "desc")
    .orderBy("member.id", "desc")
    .limit(max.all);
}

const startedIn = (db: Db, max: number) =>
  db
    .selectFrom("jobs")
    .select(["jobs.user_id", "jobs.region_id", "jobs.start_year"])
    .where(sql<boolean>`lower(jobs.company) = span.company`)
    .where(sql<boolean>`jobs.start_year BETWEEN span.from_year AND span.to_year`)
    .orderBy("jobs.start_year", "desc")
    .orderBy("jobs.user_id", "desc")
    .limit(max);

interface StartSpan {
  companyKey: string;
  region: number;
  from: number;
  to: number;
}

/**
 * Orders the spans: colleagues who began while the reader was there come first, then those who began before, then those
 * who began after.
 */
export function startSpans(worked: Worked[]): StartSpan[] {
  const during = (job: Worked) => ({ ...job, from: job.start, to: job.end ?? openEnd });
  const before = (job: Worked) => ({ ...job, from: 0, to: job.start - 1 });
  const after = (job: Worked) => ({ ...job, from: (job.end ?? openEnd) + 1, to: openEnd });
  return [during, before, after].flatMap((spanOf) => worked.map(spanOf));
}

/**
 * Numbered by WITH ORDINALITY, because the planner knows that these rows are in the order of their number and stops
 * when there are enough.
 */
const unnested = (spans: StartSpan[]) =>
  sql<{ place: number }>`unnest(
    ${spans.map(({ companyKey }) => companyKey)}::text[], ${spans.map(({ region }) => region)}::int[],
    ${spans.map(({ from }) => from)}::int[], ${spans.map(({ to }) => to)}::int[]
  ) WITH ORDINALITY`.as<"span">(sql`span(company, region, from_year, to_year, place)`);
