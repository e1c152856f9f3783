/** The choices of forms: rows of the reference data that are not retired, named in the language of the request. */
import { type RawBuilder, sql } from "kysely";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { objectPlace, offeredObjects } from "#server/params/objects.ts";

const objectsMax = 50;

/**
 * Kinds of institution, in the order of the data; `ordinarySchools`: only the kind whose institutions members may add.
 */
export async function listEstablishments(
  db: Db,
  locale: string,
  ordinarySchools = false,
): Promise<Named[]> {
  return db
    .selectFrom("establishments")
    .select(["id", nameIn(sql.ref("names"), locale).as("name")])
    .where("retired_at", "is", null)
    .$if(ordinarySchools, (query) => query.where("is_ordinary_school", "=", true))
    .orderBy("sort")
    .orderBy("id")
    .execute();
}

/** The top regions, or those directly below one. */
export const listRegions = (db: Db, locale: string, parentId?: number) =>
  listByName(
    db,
    locale,
    "regions",
    parentId === undefined ? sql`parent_id IS NULL` : sql`parent_id = ${parentId}`,
  );

/** The first institutions in their order. A member who wants another one narrows the choice or types its name. */
export async function listObjects(
  db: Db,
  locale: string,
  filter: Parameters<typeof offeredObjects>[1],
): Promise<Named[]> {
  return db
    .selectFrom("object_names")
    .innerJoin("objects", "objects.id", "object_names.object_id")
    .innerJoin("establishments", "establishments.id", "objects.establishment_id")
    .select(["objects.id", "object_names.name"])
    .where("object_names.locale", "=", locale)
    .where(await offeredObjects(db, filter))
    .orderBy(objectPlace(filter.q).order)
    .limit(objectsMax)
    .execute();
}

export const listSpheres = (db: Db, locale: string) => listByName(db, locale, "spheres", sql`true`);

export const listPositions = (db: Db, locale: string, sphereId?: number) =>
  listByName(
    db,
    locale,
    "positions",
    sphereId === undefined ? sql`true` : sql`sphere_id = ${sphereId}`,
  );

/** Databases sort texts differently, so the names are sorted here. */
async function listByName(
  db: Db,
  locale: string,
  table: "regions" | "spheres" | "positions",
  condition: RawBuilder<boolean>,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    SELECT id, ${nameIn(sql.ref("names"), locale)} AS name
    FROM ${sql.table(table)} WHERE retired_at IS NULL AND ${condition}`.execute(db);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return rows.sort((one, other) => compare(one.name, other.name) || one.id - other.id);
}
