/** Ordinary schools that members make where the catalogue lacks them (D-SCHOOL). */
import { sql, type Transaction } from "kysely";
import type { NewInstitution } from "#lib/params/new-institution-schema.ts";
import { readSchoolName } from "#lib/params/school-name.ts";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import { type Names, nameOf } from "#server/db/localised-names.ts";
import type { Tables } from "#server/db/tables.ts";
import { invalidField } from "#server/http/failure.ts";
import { checkReferences } from "#server/params/references.ts";
import { composeSchoolNames } from "#server/reference/compose-school-names.ts";
import { keepLoadsOut } from "#server/reference/current-institutions.ts";
import { readPlaces, searchNameOf, storeNames } from "#server/reference/store-institutions.ts";

interface Author {
  id: number;
  /** The language of the name in the answer. */
  locale: string;
}

/** True for an ordinary school, false for any other kind. @throws {Failure} `invalid` for an unknown kind */
export async function isOrdinarySchool(db: Db, establishmentId: number): Promise<boolean> {
  const row = await db
    .selectFrom("establishments")
    .select("is_ordinary_school")
    .where("id", "=", establishmentId)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  if (!row) throw invalidField("establishment_id", "Site.invalid");
  return row.is_ordinary_school;
}

/**
 * The school of that number or name in the district, made unless it exists. Concurrent calls make one row. @throws
 * {Failure} `invalid` for a region with others below it, and for a name that does not distinguish a school; what
 * `countNew` throws, which is called before one is made
 */
export function findOrMakeSchool(
  db: Db,
  author: Author,
  { name, ...place }: NewInstitution,
  countNew: () => Promise<void>,
): Promise<{ school: Named; isNew: boolean }> {
  const read = readSchoolName(name);
  if (!read) throw invalidField("name", "Site.schoolName");
  return db.transaction().execute(async (trx) => {
    await keepLoadsOut(trx);
    await checkReferences(trx, place);
    await requireDistrict(trx, place.region_id);
    const existing = await findSchool(trx, author.locale, place, read.key);
    if (existing) return { school: existing, isNew: false };
    await countNew();
    const names = composeSchoolNames(read, name);
    // The honorary name of an ordinary numbered school is not shown, but finds it.
    const isWhole = read.isPlain || read.kinds.length > 0 || Object.values(names).includes(name);
    const aliases = isWhole ? [] : [name];
    const id = await insertSchool(trx, author.id, { ...place, key: read.key, names, aliases });
    if (id !== undefined)
      return { school: { id, name: nameOf(names, author.locale) }, isNew: true };
    const made = await findSchool(trx, author.locale, place, read.key);
    if (!made) throw new Error(`the school ${read.key} of ${place.region_id} is gone`);
    return { school: made, isNew: false };
  });
}

async function requireDistrict(trx: Db, regionId: number): Promise<void> {
  const below = await trx
    .selectFrom("regions")
    .select("id")
    .where("parent_id", "=", regionId)
    .where("retired_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (below) throw invalidField("region_id", "Site.districtNeeded");
}

/**
 * Finds also a school that the catalogue has in a region above, because it does not know the district; and where there is
 * none any more, the institution that one was merged into.
 */
async function findSchool(
  trx: Db,
  locale: string,
  place: Pick<NewInstitution, "establishment_id" | "region_id">,
  key: string,
): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, 0 AS steps FROM regions WHERE id = ${place.region_id}
      UNION ALL
      SELECT regions.id, regions.parent_id, steps + 1
      FROM regions JOIN above ON regions.id = above.parent_id
    )
    SELECT living.id, object_names.name
    FROM above JOIN objects ON objects.region_id = above.id
    JOIN objects AS living ON living.id = coalesce(objects.merged_into, objects.id)
    JOIN object_names ON object_id = living.id AND locale = ${locale}
    WHERE objects.school_key = ${key} AND objects.establishment_id = ${place.establishment_id}
      AND living.retired_at IS NULL
    ORDER BY objects.merged_into IS NOT NULL, steps, objects.id LIMIT 1`.execute(trx);
  return rows[0];
}

/** Undefined where a concurrent call has just made it. */
async function insertSchool(
  trx: Transaction<Tables>,
  authorId: number,
  school: Omit<NewInstitution, "name"> & { key: string; names: Names; aliases: string[] },
): Promise<number | undefined> {
  const placeOf = await readPlaces(trx);
  const row = await trx
    .insertInto("objects")
    .values({
      id: sql<number>`nextval('member_object_ids')`,
      establishment_id: school.establishment_id,
      region_id: school.region_id,
      names: school.names,
      search_name: searchNameOf(
        [...Object.values(school.names), ...school.aliases],
        placeOf(school.region_id),
      ),
      added_aliases: school.aliases,
      school_key: school.key,
      source: "members",
      author_id: authorId,
      made_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["region_id", "school_key"])
        .where("source", "=", "members")
        .where("school_key", "is not", null)
        .where("merged_into", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (row) await storeNames(trx, [{ id: row.id, names: school.names }]);
  return row?.id;
}
