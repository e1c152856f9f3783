/** What a search asks of the index of people, in the tokens of migration 0007. */
import type { PeopleQuery } from "#lib/people/schema.ts";
import { yearMin, yearNow } from "#lib/params/schema.ts";
import { type AskedTokens, askedTiers } from "#server/db/searchable.ts";

export type PeopleFilter = Omit<PeopleQuery, "cursor">;

/**
 * In tiers: whoever matches an earlier one comes before all others, and whoever matches any matches the last. Null when
 * nothing is asked for: everybody matches.
 */
export function askedTokens(filter: PeopleFilter): AskedTokens[] | null {
  const years = yearsOf(filter);
  const tiers = askedTiers(filter.q) ?? [{ all: [], any: [] }];
  const asked = tiers.map(({ all, any }) => ({
    all: [...all, ...placesOf(filter)],
    any: [...any, ...(years ? [years] : [])],
  }));
  return asked.some(({ all, any }) => all.length + any.length > 0) ? asked : null;
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

/** Studied in one of the years, at the institution or else in the region asked for; null when no years are. */
function yearsOf({ object_id, region_id, start, end }: PeopleFilter): string[] | null {
  if (start === undefined && end === undefined) return null;
  const place =
    object_id !== undefined ? `:o${object_id}` : region_id !== undefined ? `:r${region_id}` : ":y";
  const last = Math.min(end ?? yearNow(), yearNow());
  const ended = yearsBetween(start ?? yearMin, last);
  const goingOn =
    last < yearNow() ? yearsBetween(yearMin, last).map((years) => `${years}+`) : ["+"];
  return [...ended, ...(last >= (start ?? yearMin) ? goingOn : [])].map(
    (years) => `${place}/${years}`,
  );
}

/** Whole decades ("199x") and the years beside them. */
function yearsBetween(first: number, last: number): string[] {
  const found: string[] = [];
  for (let year = first; year <= last;) {
    const isDecade = year % 10 === 0 && year + 9 <= last;
    found.push(isDecade ? `${year / 10}x` : `${year}`);
    year += isDecade ? 10 : 1;
  }
  return found;
}
