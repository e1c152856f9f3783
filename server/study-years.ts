/** Years of study as the index `educations_by_all_years` has them (server/db/migrations/0008-suggestions.ts). */
import { sql } from "kysely";
import { yearMin, yearNow } from "#lib/params/schema.ts";

/** An education: from a year to a year, or until now. */
export interface Years {
  start: number;
  end: number | null;
}

/** When somebody ended who studies on: a year that never comes. */
export const openEnd = 9999;

/** When the education at hand ended; in the very words of the index. */
export const endYear = sql<number>`coalesce(educations.end_year, 9999)`;

/** Those who began in a year and ended in `from` or later, but before `below`: neighbours in the index. */
export interface YearSpan {
  year: number;
  from: number;
  below: number;
}

export const shareYear = (one: Years, other: Years) =>
  one.start <= (other.end ?? openEnd) && other.start <= (one.end ?? openEnd);

/** Every year in which somebody may have begun, newest first. The clocks of two machines may differ at New Year. */
export const startYears = () =>
  Array.from({ length: yearNow() + 2 - yearMin }, (_, index) => yearNow() + 1 - index);

/**
 * From which year on those who began in `year` must have stayed to meet one of `educations`; undefined: they came after
 * all of them. Whoever comes while it lasts meets it at once.
 */
export function metFrom(year: number, educations: Years[]): number | undefined {
  const later = educations.filter(({ end }) => (end ?? openEnd) >= year);
  return later.length > 0 ? Math.min(...later.map(({ start }) => start)) : undefined;
}
