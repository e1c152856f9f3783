/**
 * When two members have studied together (D-TOGETHER), in years as the index `educations_by_all_years` stores them
 * (server/db/migrations/0008-suggestions.ts).
 */
import { sql } from "kysely";
import { yearMin, yearNow } from "#lib/params/schema.ts";

/** The years of an education or a job: from a year to a year, or until now. */
export interface YearRange {
  start: number;
  end: number | null;
}

/** The end year of a current education: a year that never comes. */
export const openEnd = 9999;

/**
 * The end year of the education in the current row, `openEnd` while it goes on; written exactly as the index has it.
 */
export const endYear = sql<number>`coalesce(educations.end_year, ${sql.lit(openEnd)})`;

/** Educations that began in a year and ended in `from` or later, but before `below`: neighbours in the index. */
export interface YearSpan {
  year: number;
  from: number;
  below: number;
}

/** Whether two jobs share a year; a shared boundary year counts, unlike in `studiedTogether`. */
export const jobsOverlap = (one: YearRange, other: YearRange) =>
  one.start <= (other.end ?? openEnd) && other.start <= (one.end ?? openEnd);

/**
 * Whether they were there at one time (D-TOGETHER): a member who left in the year in which the other came does not
 * count, unless both came and left in that same year.
 */
export const studiedTogether = (one: YearRange, other: YearRange) =>
  (one.start < (other.end ?? openEnd) && other.start < (one.end ?? openEnd)) ||
  (one.start === other.start && one.end === other.end);

/** The years in which both were there. */
export function yearsTogether(one: YearRange, other: YearRange): YearRange {
  const end = Math.min(one.end ?? openEnd, other.end ?? openEnd);
  return { start: Math.max(one.start, other.start), end: end === openEnd ? null : end };
}

/** Every year in which an education may have begun, newest first. The clocks of two machines may differ at New Year. */
export const startYears = () =>
  Array.from({ length: yearNow() + 2 - yearMin }, (_, index) => yearNow() + 1 - index);

/** Members who began in a given year studied together with the reader if their education ended in these years. */
interface EndsTogether {
  /** They ended in this year or later. */
  from: number;
  /** Whether members who ended before that count too, if they ended in the year in which they began. */
  sameYear: boolean;
}

export function endsTogether(year: number, educations: YearRange[]): EndsTogether {
  const later = educations.filter(({ end }) => (end ?? openEnd) > year);
  return {
    from: Math.min(openEnd, ...later.map(({ start }) => start)) + 1,
    sameYear: educations.some(({ start, end }) => start === year && end === year),
  };
}
