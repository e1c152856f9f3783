/** The filters of the people search, as its address holds them. */
import { idText } from "#lib/http/schema.ts";
import { yearMin, yearNow } from "#lib/params/schema.ts";

const idNames = ["region_id", "object_id", "sphere_id", "position_id"] as const;
const yearNames = ["start", "end"] as const;
type FilterName = (typeof idNames)[number] | (typeof yearNames)[number];

/** Ids of the reference data; either year may be open. */
export type Filters = Partial<Record<FilterName, number>>;

/** `q`: the words of a name; empty: any. */
export type PeopleFilters = Filters & { q: string };

/** Filters that belong together: they are shown and removed as one. */
export const filterGroups = [
  ["region_id"],
  ["object_id"],
  ["start", "end"],
  ["sphere_id"],
  ["position_id"],
] as const satisfies readonly (readonly FilterName[])[];
export type FilterGroup = (typeof filterGroups)[number];

/** The filters in the address; anything else is ignored. */
export function filtersOf(query: URLSearchParams): PeopleFilters {
  const asked: Filters = {};
  for (const name of idNames) {
    const id = idText.safeParse(query.get(name)).data;
    if (id !== undefined) asked[name] = id;
  }
  for (const name of yearNames) {
    const year = yearOf(query.get(name));
    if (year !== undefined) asked[name] = year;
  }
  return inOrder({ ...asked, q: query.get("q")?.trim() ?? "" });
}

function yearOf(text: string | null): number | undefined {
  const year = text !== null && /^\d{4}$/.test(text) ? Number(text) : undefined;
  return year !== undefined && year >= yearMin && year <= yearNow() ? year : undefined;
}

/** Drops a last year that is before the first one. */
function inOrder(filters: PeopleFilters): PeopleFilters {
  const { start, end, ...others } = filters;
  if (start === undefined || end === undefined || start <= end) return filters;
  return { ...others, start };
}

/** For the address: every parameter of the search, empty where it is not set. */
export const searchParamsOf = (filters: PeopleFilters): Record<string, string> => ({
  ...Object.fromEntries([...idNames, ...yearNames, "q"].map((name) => [name, ""])),
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
});

/** Undefined removes a filter; filters that depend on a changed one are removed with it. */
export type FilterChange = Partial<Record<FilterName, number | undefined>>;

export function withChange(filters: PeopleFilters, change: FilterChange): PeopleFilters {
  const dependent = "sphere_id" in change ? { position_id: undefined } : {};
  const changed = Object.entries({ ...filters, ...dependent, ...change });
  const given = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
  return inOrder({ ...given, q: filters.q });
}

export const without = (group: readonly FilterName[]): FilterChange =>
  Object.fromEntries(group.map((name) => [name, undefined]));

export const withoutAll: FilterChange = without(filterGroups.flat());

export const isSet = (filters: Filters, group: FilterGroup): boolean =>
  group.some((name) => filters[name] !== undefined);

export const countOf = (filters: Filters): number =>
  filterGroups.filter((group) => isSet(filters, group)).length;

/** Whether neither a word nor a filter is set, so that everybody is found. */
export const findsEverybody = ({ q, ...filters }: PeopleFilters): boolean =>
  q === "" && countOf(filters) === 0;
