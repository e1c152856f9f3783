import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { FoundPerson, PeopleQuery } from "#lib/people/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { regionsWithin } from "#server/params/regions.ts";
import type { PeopleFilter } from "#server/people/search-tokens.ts";
import { educationKnownBy, jobKnownBy } from "#server/people/known-by.ts";
import { findPeople } from "#server/people/search.ts";

const pageSize = 30;
/** Tier and id of the last one (server/people/search.ts). */
const cursorKey = z.tuple([z.int().min(1).max(100), id]);

/** The member who searches, and in which language. */
interface Reader {
  userId: number;
  locale: string;
}

type Found = Omit<FoundPerson, "status">;

/**
 * Members whom the reader can meet and who match, the likeliest first.
 * @throws {Failure} `invalid` for a cursor of something else.
 */
export async function searchPeople(
  db: Db,
  persons: Persons,
  reader: Reader,
  { cursor, ...filter }: PeopleQuery,
): Promise<{ data: Found[]; meta: { next: string | null } }> {
  const after = decodeCursor(cursor, cursorKey);
  const places = await findPeople(db, {
    userId: reader.userId,
    filter,
    after: after && { tier: after[0], id: after[1] },
    limit: pageSize + 1,
  });
  const page = seekPage(
    places,
    pageSize,
    (place) => place.id,
    ({ tier, id: memberId }) => [tier, memberId],
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
      educationKnownBy(wanted).as("education"),
      jobKnownBy(wanted).as("job"),
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
