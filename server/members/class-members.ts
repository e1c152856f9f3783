/** Members of a class (D-CLASS), in the exact expressions of the index `educations_by_leaving` (migration 0017). */
import { type RawBuilder, sql } from "kysely";
import type { ClassYears } from "#lib/members/class-key.ts";
import type { Db } from "#server/db/database.ts";
import { endYear, openEnd } from "#server/members/study-years.ts";
import { blockedWith, isVisible } from "#server/visibility.ts";

/** Whether the current education belongs to the class. */
export const ofClass = ({ start, end }: ClassYears): RawBuilder<boolean> =>
  end === null
    ? sql<boolean>`(${endYear} = ${openEnd} AND educations.start_year = ${start})`
    : sql<boolean>`${endYear} = ${end}`;

/** Whether the member has an education of the class. */
export async function isOfClass(
  db: Db,
  userId: number,
  objectId: number,
  years: ClassYears,
): Promise<boolean> {
  const hasClass = sql<boolean>`EXISTS (
    SELECT FROM educations
    WHERE educations.user_id = ${userId} AND educations.object_id = ${objectId} AND ${ofClass(years)})`;
  const answer = db.selectNoFrom(hasClass.as("is_of_class"));
  return (await answer.executeTakeFirstOrThrow()).is_of_class;
}

/** The key of the class of the current education, as addresses name it (lib/members/class-key.ts). */
export const keyOfEducation = sql<string>`CASE
  WHEN educations.end_year IS NULL THEN 'since-' || educations.start_year
  ELSE educations.end_year::text END`;

/**
 * Members who are left out of the numbers shown to this reader: those across a block who show their educations to
 * everybody. A member who does not show theirs to everybody counts for every reader alike, because a number that fell
 * with a block would reveal where they studied (D-SECTIONS).
 */
export const uncountedFor = (readerId: number): RawBuilder<{ user_id: number }> => sql`(
  SELECT users.id AS user_id FROM ${blockedWith(readerId)} AS blocked JOIN users ON users.id = blocked.user_id
  WHERE ${isVisible("educations", null)})`;

/** The class as `class_members` and `class_sizes` store it (migration 0030). */
export const storedClass = ({ start, end }: ClassYears): { ended: number; began: number } =>
  end === null ? { ended: openEnd, began: start ?? 0 } : { ended: end, began: 0 };

export const classYearsOf = ({ ended, began }: { ended: number; began: number }): ClassYears =>
  ended === openEnd ? { start: began, end: null } : { start: null, end: ended };
