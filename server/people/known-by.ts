/** What a member who was found is known by: the education and the job that match the filter, else the latest ones. */
import { type RawBuilder, sql } from "kysely";
import type { FoundPerson } from "#lib/people/schema.ts";
import { nameIn } from "#server/db/localised-names.ts";
import type { PeopleFilter } from "#server/people/search-tokens.ts";

interface Asked {
  locale: string;
  filter: PeopleFilter;
  /** The region of the filter and those below it. */
  regions: number[];
}

const named = (table: "objects" | "positions", locale: string) => sql`json_build_object(
  'id', ${sql.ref(`${table}.id`)}, 'name', ${nameIn(sql.ref(`${table}.names`), locale)})`;

/** Of the member in the row of `users` at hand. */
export const educationKnownBy = ({ locale, filter, regions }: Asked) => sql<
  FoundPerson["education"]
>`(
  SELECT json_build_object(
    'object', ${named("objects", locale)}, 'start', start_year, 'end', end_year)
  FROM educations JOIN objects ON objects.id = object_id
  WHERE user_id = users.id
  ORDER BY ${first([
    filter.object_id !== undefined && sql`object_id = ${filter.object_id}`,
    isInYears(filter),
    regions.length > 0 && sql`educations.region_id = ANY (${regions}::integer[])`,
  ])} end_year DESC NULLS FIRST, start_year DESC, educations.id DESC
  LIMIT 1)`;

/** Of the member in the row of `users` at hand. */
export const jobKnownBy = ({ locale, filter, regions }: Asked) => sql<FoundPerson["job"]>`(
  SELECT json_build_object(
    'position', ${named("positions", locale)}, 'company', company, 'start', start_year, 'end', end_year)
  FROM jobs JOIN positions ON positions.id = position_id
  WHERE user_id = users.id
  ORDER BY ${first([
    filter.position_id !== undefined && sql`position_id = ${filter.position_id}`,
    filter.sphere_id !== undefined && sql`jobs.sphere_id = ${filter.sphere_id}`,
    regions.length > 0 && sql`region_id = ANY (${regions}::integer[])`,
  ])} end_year DESC NULLS FIRST, start_year DESC, jobs.id DESC
  LIMIT 1)`;

function isInYears({ start, end }: PeopleFilter) {
  const conditions = [
    ...(end === undefined ? [] : [sql`start_year <= ${end}`]),
    ...(start === undefined ? [] : [sql`(end_year IS NULL OR end_year >= ${start})`]),
  ];
  return conditions.length > 0 && sql`(${sql.join(conditions, sql` AND `)})`;
}

/** Sort keys: what meets a condition comes before what does not, the first condition above all. */
const first = (conditions: (RawBuilder<unknown> | false)[]) => {
  const keys = conditions.filter((condition) => condition !== false);
  return keys.length > 0 ? sql`${sql.join(keys.map((key) => sql`${key} DESC`))},` : sql``;
};
