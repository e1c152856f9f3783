/**
 * The public figures of an institution's members: rounded numbers, and nothing about a person (docs/decisions.md,
 * D-PUBLIC-FACE).
 */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { InstitutionFace } from "#lib/institutions/schema.ts";
import { yearMin, yearNow } from "#lib/params/schema.ts";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import { endYear, openEnd, startYears } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

/** Counted anew once an hour, so that nobody sees the moment in which a member joins or leaves. */
const cachedMs = hourMs;
const facesMax = 2_000;

/** Steps of "more than" that are shown. A smaller number counts as none. */
const steps = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** A number of thousands and more as its first two digits, a smaller one as the greatest step below it. */
export const roundedTotal = (members: number): number | null => {
  if (members < 1_000) return roundedDown(members);
  const unit = 10 ** (Math.floor(Math.log10(members)) - 1);
  return Math.floor(members / unit) * unit;
};

/** At most this many members of one year are counted, so that the read stays bounded. */
const countedMax = 101;
/** Reads more educations than it counts, because a member may have two of the year. */
const educationsMax = 2 * countedMax;

/** The greatest step below a number of members. */
export const roundedDown = (members: number): number | null =>
  steps.findLast((step) => step < members) ?? null;

/** Answers by the id of an institution; concurrent calls share one count. */
export function createFaces(db: Db): (objectId: number) => Promise<InstitutionFace> {
  const faces = new LRUCache<number, InstitutionFace>({
    max: facesMax,
    ttl: cachedMs,
    fetchMethod: (objectId) => readFace(db, objectId),
  });
  return (objectId) => faces.forceFetch(objectId);
}

async function readFace(db: Db, objectId: number): Promise<InstitutionFace> {
  const educations = findableMembers(db, null)
    .innerJoin("educations", "educations.user_id", "users.id")
    .select("users.id")
    .where("educations.object_id", "=", objectId)
    .where(isVisible("educations", null))
    .where(endYear, "=", sql<number>`span.ended`)
    .where(sql<boolean>`educations.start_year BETWEEN span.from_year AND span.to_year`)
    .limit(educationsMax);
  const members = db
    .selectFrom(educations.as("education"))
    .select("education.id")
    .distinct()
    .limit(countedMax);
  const rows = await db
    .selectFrom(yearSpans())
    .innerJoinLateral(members.as("member"), (join) => join.onTrue())
    .select([
      "span.ended",
      "span.to_year",
      sql<number>`count(DISTINCT member.id)::integer`.as("members"),
    ])
    // The last row counts all years together, and each member once.
    .groupBy(sql`GROUPING SETS ((span.ended, span.to_year), ())`)
    .orderBy("span.ended", (order) => order.desc().nullsLast())
    .orderBy("span.to_year", "desc")
    .execute();
  const known = await db
    .selectFrom("institution_counts")
    .select("members")
    .where("object_id", "=", objectId)
    .executeTakeFirst();
  return {
    // The number in lists has no bound of a year; the years themselves may be newer than that.
    total: roundedDown(Math.max(known?.members ?? 0, rows.at(-1)?.members ?? 0)),
    years: rows.slice(0, -1).flatMap(({ ended, to_year, members: counted }) => {
      const total = roundedDown(counted);
      if (total === null) return [];
      const studiesOn = ended === openEnd;
      return { start: studiesOn ? to_year : null, end: studiesOn ? null : ended, total };
    }),
  };
}

/**
 * The ranges of the index to read: one for each year of leaving, and one for each year in which those who still study
 * began.
 */
function yearSpans() {
  const spans = startYears().flatMap((year) => [
    { ended: year, from: yearMin, to: yearNow() + 1 },
    { ended: openEnd, from: year, to: year },
  ]);
  return sql<{ ended: number; from_year: number; to_year: number }>`unnest(
    ${spans.map(({ ended }) => ended)}::int[], ${spans.map(({ from }) => from)}::int[],
    ${spans.map(({ to }) => to)}::int[]
  )`.as<"span">(sql`span(ended, from_year, to_year)`);
}
