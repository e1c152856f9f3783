import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { Institution, InstitutionList, InstitutionsFilter } from "#lib/institutions/schema.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { objectPlace, offeredObjects } from "#server/params/objects.ts";

const pageSize = 24;

/** The place of a row in its order, and its id, because the order may have changed with the reference data since. */
const cursorKey = z.tuple([z.int().min(0), z.string().max(240), id]);

/**
 * Institutions by name in a language, 24 a page.
 * @throws {Failure} `invalid` for a cursor of something else.
 */
export async function listInstitutions(
  db: Db,
  locale: string,
  { cursor, ...filter }: InstitutionsFilter,
): Promise<InstitutionList> {
  const after = decodeCursor(cursor, cursorKey);
  const { tier, order } = objectPlace(filter.q);
  let query = institutionsIn(db, locale)
    .select([tier.as("tier"), "object_names.sort_key"])
    .where(await offeredObjects(db, filter))
    .orderBy(order)
    .limit(pageSize + 1);
  if (after) {
    const place = await placeNow(db, locale, filter.q, after);
    // Without a search the tier is equal for all.
    const shown = filter.q?.trim() ? place : place.slice(1);
    query = query.where(sql<boolean>`(${order}) > (${sql.join(shown)})`);
  }
  return seekPage(await query.execute(), pageSize, toInstitution, (row) => [
    row.tier,
    row.sort_key,
    row.id,
  ]);
}

type Place = z.infer<typeof cursorKey>;

/** Where the row at which a page ended is by now; where it was, if it is gone. */
async function placeNow(
  db: Db,
  locale: string,
  q: string | undefined,
  place: Place,
): Promise<Place> {
  const { tier } = objectPlace(q);
  const row = await institutionsIn(db, locale)
    .select([tier.as("tier"), "object_names.sort_key"])
    .where("objects.id", "=", place[2])
    .executeTakeFirst();
  return row ? [row.tier, row.sort_key, row.id] : place;
}

/**
 * An institution that has left the reference data is still found, because members' educations refer to it; one that was
 * merged is found as what it turned out to be.
 */
export async function findInstitution(
  db: Db,
  locale: string,
  objectId: number,
): Promise<Institution | undefined> {
  const row = await institutionsIn(db, locale)
    .where(
      "objects.id",
      "=",
      sql<number>`(SELECT coalesce(merged_into, id) FROM objects WHERE id = ${objectId})`,
    )
    .executeTakeFirst();
  return row && toInstitution(row);
}

const institutionsIn = (db: Db, locale: string) =>
  db
    .selectFrom("object_names")
    .innerJoin("objects", "objects.id", "object_names.object_id")
    .innerJoin("establishments", "establishments.id", "objects.establishment_id")
    .innerJoin("regions", "regions.id", "objects.region_id")
    .select([
      "objects.id",
      "object_names.name",
      "objects.establishment_id",
      "objects.region_id",
      nameIn(sql.ref("establishments.names"), locale).as("establishment_name"),
      nameIn(sql.ref("regions.names"), locale).as("region_name"),
    ])
    .where("object_names.locale", "=", locale);

interface InstitutionRow {
  id: number;
  name: string;
  establishment_id: number;
  establishment_name: string;
  region_id: number;
  region_name: string;
}

const toInstitution = (row: InstitutionRow): Institution => ({
  id: row.id,
  name: row.name,
  establishment: { id: row.establishment_id, name: row.establishment_name },
  region: { id: row.region_id, name: row.region_name },
});
