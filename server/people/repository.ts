import { isVisible, type ProfileSection } from "#server/visibility.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { FoundPerson, PeopleQuery } from "#lib/people/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { findInstitutionId } from "#server/params/objects.ts";
import { regionsWithin } from "#server/params/regions.ts";
import type { PeopleFilter } from "#server/people/search-tokens.ts";
import { closenessMax } from "#server/people/closeness.ts";
import { findPeople } from "#server/people/search.ts";

const pageSize = 30;
/** The tier, the closeness and the id of the last row (server/people/search.ts). */
const cursorKey = z.tuple([z.int().min(1).max(100), z.int().min(0).max(closenessMax), id]);

/** The searching member, and their language. */
interface Reader {
  userId: number;
  locale: string;
}

type Found = Omit<FoundPerson, "status">;

/**
 * Members whom the reader can meet and who match, in the order of `findPeople`. A merged institution is the one that it
 * was merged into. @throws {Failure} `invalid` for a cursor of another list.
 */
export async function searchPeople(
  db: Db,
  persons: Persons,
  reader: Reader,
  { cursor, object_id, ...others }: PeopleQuery,
): Promise<{ data: Found[]; meta: { next: string | null } }> {
  const after = decodeCursor(cursor, cursorKey);
  const filter = {
    ...others,
    object_id: object_id && ((await findInstitutionId(db, object_id)) ?? object_id),
  };
  const places = await findPeople(db, {
    userId: reader.userId,
    filter,
    after: after && { tier: after[0], closeness: after[1], id: after[2] },
    limit: pageSize + 1,
  });
  const page = seekPage(
    places,
    pageSize,
    (place) => place.id,
    (place) => [place.tier, place.closeness, place.id],
  );
  const described = await describe(db, persons, reader, filter, page.data);
  return { ...page, data: page.data.flatMap((found) => described.get(found) ?? []) };
}

async function describe(
  db: Db,
  persons: Persons,
  { userId, locale }: Reader,
  filter: PeopleFilter,
  ids: number[],
): Promise<Map<number, Found>> {
  if (ids.length === 0) return new Map();
  const regions = filter.region_id === undefined ? [] : await regionsWithin(db, filter.region_id);
  const wanted = { locale, filter, regions };
  const rows = await db
    .selectFrom("users")
    .select([
      ...personColumns(userId),
      shown("educations", userId, educationKnownBy(wanted)).as("education"),
      shown("jobs", userId, jobKnownBy(wanted)).as("job"),
    ])
    .where("users.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ education, job, ...row }) => [
      row.id,
      { ...persons.toPerson(row), education, job },
    ]),
  );
}

const shown = <Value>(section: ProfileSection, readerId: number, value: RawBuilder<Value>) =>
  sql<Value | null>`CASE WHEN ${isVisible(section, readerId)} THEN ${value} END`;

interface Asked {
  locale: string;
  filter: PeopleFilter;
  /** The region of the filter and all regions below it. */
  regions: number[];
}

const named = (table: "objects" | "positions", locale: string) => sql`json_build_object(
  'id', ${sql.ref(`${table}.id`)}, 'name', ${nameIn(sql.ref(`${table}.names`), locale)})`;

/**
 * The education by which a found member, in the current row of `users`, is shown: one that matches the filter, else the
 * latest.
 */
const educationKnownBy = ({ locale, filter, regions }: Asked) => sql<FoundPerson["education"]>`(
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

/** The job by which a found member is shown, chosen in the same way. */
const jobKnownBy = ({ locale, filter, regions }: Asked) => sql<FoundPerson["job"]>`(
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

/** Makes sort keys: rows that meet an earlier condition come first. */
const first = (conditions: (RawBuilder<unknown> | false)[]) => {
  const keys = conditions.filter((condition) => condition !== false);
  return keys.length > 0 ? sql`${sql.join(keys.map((key) => sql`${key} DESC`))},` : sql``;
};
