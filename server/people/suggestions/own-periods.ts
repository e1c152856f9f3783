/** Where members studied and worked, as far as suggestions and ties need it. */
import { sql } from "kysely";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import type { YearRange } from "#server/members/study-years.ts";
import { isVisible } from "#server/visibility.ts";

export interface Studied extends YearRange {
  userId: number;
  objectId: number;
  /** The study group as it was written, and the key by which groups are compared. */
  group: string | null;
  groupKey: string | null;
}

export interface Worked extends YearRange {
  userId: number;
  company: string;
  /** The name of the company in its comparable form. */
  companyKey: string;
  /** The top region of the place of work. */
  region: number;
}

export interface Periods {
  studied: Studied[];
  worked: Worked[];
}

/** At most this many periods of a member count, see `decisivePeriods`. */
const ownMax = 5;

export async function readOwnPeriods(db: Db, userId: number): Promise<Periods> {
  const [studied, worked] = await Promise.all([
    studiedBy(db, [userId]).execute(),
    workedBy(db, [userId]).execute(),
  ]);
  return decisiveOf({ studied, worked });
}

/** The member's own educations alone. */
export const readOwnStudies = async (db: Db, userId: number): Promise<Studied[]> =>
  decisivePeriods(await studiedBy(db, [userId]).execute());

const decisiveOf = ({ studied, worked }: Periods): Periods => ({
  studied: decisivePeriods(studied),
  worked: decisivePeriods(worked),
});

/**
 * Chooses the latest periods and the first one: of many educations the first is the school, where the closest
 * classmates are.
 */
function decisivePeriods<Period extends YearRange>(periods: Period[]): Period[] {
  const sorted = periods.toSorted((one, other) => other.start - one.start);
  return sorted.length <= ownMax ? sorted : [...sorted.slice(0, ownMax - 1), ...sorted.slice(-1)];
}

/** The member's own periods as a part of an answer. */
export const ownPeriods = (db: Db, userId: number): AnswerPart<Periods> => ({
  column: sql`json_build_object('studied', ${rowsColumn(sql`${studiedBy(db, [userId])}`)},
    'worked', ${rowsColumn(sql`${workedBy(db, [userId])}`)})`,
  read: (value) => decisiveOf(value as Periods), // the type of the column above
});

/**
 * The periods of the member in the current row of `users` at the same institutions or companies as `own`, as far as
 * they show them to the reader.
 */
export function sharedPeriodsOf(db: Db, readerId: number, own: Periods) {
  const shared = sharedBy(db, { readerId, own, userIds: null });
  const studied = shared.studied.where(sql<boolean>`educations.user_id = users.id`);
  const worked = shared.worked.where(sql<boolean>`jobs.user_id = users.id`);
  return {
    studied: sql<Studied[]>`${rowsColumn(sql`${studied}`)}`,
    worked: sql<Worked[]>`${rowsColumn(sql`${worked}`)}`,
  };
}

/** Reads the periods of others at the same institutions and companies, as far as they show them to the reader. */
export async function readSharedPeriods(
  db: Db,
  readerId: number,
  own: Periods,
  userIds: number[],
): Promise<Periods> {
  const shared = sharedBy(db, { readerId, own, userIds });
  const [studied, worked] = await Promise.all([
    own.studied.length === 0
      ? []
      : shared.studied.innerJoin("users", "users.id", "educations.user_id").execute(),
    own.worked.length === 0
      ? []
      : shared.worked.innerJoin("users", "users.id", "jobs.user_id").execute(),
  ]);
  return { studied, worked };
}

interface Shared {
  readerId: number;
  own: Periods;
  userIds: number[] | null;
}

/** The periods of these members at the institutions and companies of `own`, for a query that has their row of `users`. */
function sharedBy(db: Db, { readerId, own, userIds }: Shared) {
  const objectIds = own.studied.map(({ objectId }) => objectId);
  const companyKeys = own.worked.map(({ companyKey }) => companyKey);
  return {
    studied: studiedBy(db, userIds)
      .where(isVisible("educations", readerId))
      .where(sql<boolean>`educations.object_id = ANY (${objectIds}::int[])`),
    worked: workedBy(db, userIds)
      .where(isVisible("jobs", readerId))
      .where(sql<boolean>`lower(jobs.company) = ANY (${companyKeys}::text[])`),
  };
}

/** The educations of these members; null: of everybody, for a query that narrows them down. */
const studiedBy = (db: Db, userIds: number[] | null) =>
  db
    .selectFrom("educations")
    .select([
      "educations.user_id as userId",
      "educations.object_id as objectId",
      "educations.start_year as start",
      "educations.end_year as end",
      "educations.study_group as group",
      "educations.study_group_key as groupKey",
    ])
    .$if(userIds !== null, (query) =>
      query.where(sql<boolean>`educations.user_id = ANY (${userIds}::int[])`),
    )
    .orderBy("educations.id", "desc");

const workedBy = (db: Db, userIds: number[] | null) =>
  db
    .selectFrom("jobs")
    .innerJoin("regions", "regions.id", "jobs.region_id")
    .select([
      "jobs.user_id as userId",
      "jobs.company",
      sql<string>`lower(jobs.company)`.as("companyKey"),
      sql<number>`coalesce(regions.parent_id, regions.id)`.as("region"),
      "jobs.start_year as start",
      "jobs.end_year as end",
    ])
    .$if(userIds !== null, (query) =>
      query.where(sql<boolean>`jobs.user_id = ANY (${userIds}::int[])`),
    )
    .orderBy("jobs.id", "desc");
