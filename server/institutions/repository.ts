import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type {
  Institution,
  InstitutionList,
  InstitutionRow,
  InstitutionsFilter,
} from "#lib/institutions/schema.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { roundedDown } from "#server/institutions/public-face.ts";
import { institutionId, objectPlace, offeredObjects } from "#server/params/objects.ts";

const pageSize = 24;

/** The position of a row in its order, and its id, because the order may have changed with the reference data since. */
const cursorKey = z.tuple([z.int().min(0), z.string().max(240), id]);

/** Institutions by name in a language, 24 a page. @throws {Failure} `invalid` for a cursor of another list. */
export async function listInstitutions(
  db: Db,
  locale: string,
  { cursor, ...filter }: InstitutionsFilter,
): Promise<InstitutionList> {
  const after = decodeCursor(cursor, cursorKey);
  const { tier, order } = objectPlace(filter.q);
  let query = countedIn(db, locale)
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
  return seekPage(await query.execute(), pageSize, toCounted, (row) => [
    row.tier,
    row.sort_key,
    row.id,
  ]);
}

type Place = z.infer<typeof cursorKey>;

/** The current position of the row at which a page ended; its former one, if the row is gone. */
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

/** Also finds a removed institution, and a merged one as the one that it was merged into (`institutionId`). */
export async function findInstitution(
  db: Db,
  locale: string,
  objectId: number,
): Promise<(Institution & { study_years: number; made_by_members: boolean }) | undefined> {
  const row = await institutionsIn(db, locale)
    .select(["establishments.study_years", "objects.source"])
    .where("objects.id", "=", institutionId(objectId))
    .executeTakeFirst();
  if (!row) return undefined;
  const { study_years, source } = row;
  return { ...toInstitution(row), study_years, made_by_members: source === "members" };
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

/** Institutions with their number of members as of the last count. */
const countedIn = (db: Db, locale: string) =>
  institutionsIn(db, locale)
    .leftJoin("institution_counts", "institution_counts.object_id", "objects.id")
    .select("institution_counts.members");

/** The institutions with the most members; none with so few that a number would identify a person. */
export async function listPopular(db: Db, locale: string, max: number): Promise<InstitutionRow[]> {
  const rows = await countedIn(db, locale)
    .where("objects.retired_at", "is", null)
    .where("institution_counts.members", ">", 0)
    .orderBy("institution_counts.members", "desc")
    .orderBy("institution_counts.object_id")
    .limit(max)
    .execute();
  return rows.map(toCounted).filter(({ members }) => members !== null);
}

/** Beyond this the planner's estimate is close enough to a number that is rounded anyway. */
const countedExactlyMax = 10_000;

/** The number of members whom others can find, and of offered institutions. */
export async function countAll(db: Db): Promise<{ members: number; institutions: number }> {
  const { rows } = await sql<{ members: number; institutions: number }>`
    SELECT greatest(
        (SELECT count(*) FROM (SELECT FROM people LIMIT ${countedExactlyMax}) AS counted),
        (SELECT reltuples FROM pg_class WHERE oid = to_regclass('people')))::int AS members,
      (SELECT count(*)::int FROM objects WHERE retired_at IS NULL) AS institutions`.execute(db);
  return rows[0] ?? { members: 0, institutions: 0 };
}

interface StoredInstitution {
  id: number;
  name: string;
  establishment_id: number;
  establishment_name: string;
  region_id: number;
  region_name: string;
}

const toInstitution = (row: StoredInstitution): Institution => ({
  id: row.id,
  name: row.name,
  establishment: { id: row.establishment_id, name: row.establishment_name },
  region: { id: row.region_id, name: row.region_name },
});

const toCounted = (row: StoredInstitution & { members: number | null }): InstitutionRow => ({
  ...toInstitution(row),
  members: roundedDown(row.members ?? 0),
});
