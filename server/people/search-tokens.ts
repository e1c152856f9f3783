/** The tokens that a search looks up in the index of people (migration 0007). */
import { sql } from "kysely";
import type { PeopleQuery } from "#lib/people/schema.ts";
import { yearMin, yearNow } from "#lib/params/schema.ts";
import { hasTokens, type SearchTokens, nameTiers } from "#server/db/searchable.ts";
import type { YearRange } from "#server/members/study-years.ts";

export type PeopleFilter = Omit<PeopleQuery, "cursor">;

/**
 * Returns the tokens in tiers: matches of an earlier tier rank first, and the last tier contains all the others. Null
 * when the search is empty, so that everybody matches.
 */
export function searchTokens(filter: PeopleFilter): SearchTokens[] | null {
  const years = yearsOf(filter);
  const tiers = nameTiers(filter.q) ?? [{ all: [], any: [] }];
  const wanted = tiers.map(({ all, any }) => ({
    all: [...all, ...placesOf(filter)],
    any: [...any, ...(years ? [years] : [])],
  }));
  return wanted.some(({ all, any }) => all.length + any.length > 0) ? wanted : null;
}

const placesOf = ({ object_id, region_id, sphere_id, position_id }: PeopleFilter) =>
  (
    [
      ["o", object_id],
      ["r", region_id],
      ["s", sphere_id],
      ["p", position_id],
    ] as const
  ).flatMap(([kind, id]) => (id === undefined ? [] : [`:${kind}${id}`]));

/**
 * Members who studied in one of the years, at the institution or else in the region of the filter; null without years.
 */
function yearsOf({ object_id, region_id, start, end }: PeopleFilter): string[] | null {
  if (start === undefined && end === undefined) return null;
  const place =
    object_id !== undefined ? `:o${object_id}` : region_id !== undefined ? `:r${region_id}` : ":y";
  return tokensOfYears(place, start ?? yearMin, end ?? yearNow());
}

/** Members who studied at the institution in one of the years in which another education was under way. */
export const studyYearTokens = ({
  objectId,
  start,
  end,
}: YearRange & { objectId: number }): string[] =>
  tokensOfYears(`:o${objectId}`, start, end ?? yearNow());

function tokensOfYears(place: string, first: number, end: number): string[] {
  const last = Math.min(end, yearNow());
  const ended = yearsBetween(first, last);
  const goingOn =
    last < yearNow() ? yearsBetween(yearMin, last).map((years) => `${years}+`) : ["+"];
  return [...ended, ...(last >= first ? goingOn : [])].map((years) => `${place}/${years}`);
}

/** Whole decades ("199x") and the single years beside them. */
function yearsBetween(first: number, last: number): string[] {
  const found: string[] = [];
  for (let year = first; year <= last;) {
    const isDecade = year % 10 === 0 && year + 9 <= last;
    found.push(isDecade ? `${year / 10}x` : `${year}`);
    year += isDecade ? 10 : 1;
  }
  return found;
}

/** The first tier that a row belongs to; null for a member who does not match. */
export const tierOf = (tiers: SearchTokens[]) =>
  sql<number | null>`CASE ${sql.join(
    tiers.map((wanted, index) => sql`WHEN ${hasTokens(wanted)} THEN ${sql.lit(index + 1)}`),
    sql` `,
  )} END`;
