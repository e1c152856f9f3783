import { type Selectable, sql } from "kysely";
import type { Education, EducationInput } from "#lib/periods/education/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import type { PeriodTables } from "#server/periods/tables.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";

/** Those that go on first, then by their end, the newest first. Named in a language, what is retired too. */
export async function listEducations(db: Db, locale: string, userId: number): Promise<Education[]> {
  const rows = await educationsIn(db, locale)
    .where("educations.user_id", "=", userId)
    .orderBy("educations.end_year", (order) => order.desc().nullsFirst())
    .orderBy("educations.start_year", "desc")
    .orderBy("educations.id", "desc")
    .execute();
  return rows.map(toEducation);
}

export async function findEducation(
  db: Db,
  locale: string,
  userId: number,
  id: number,
): Promise<Education | undefined> {
  const row = await educationsIn(db, locale)
    .where("educations.id", "=", id)
    .where("educations.user_id", "=", userId)
    .executeTakeFirst();
  return row && toEducation(row);
}

/** What an own education refers to, until the transaction ends not to be changed by another. */
export function lockEducation(trx: Db, userId: number, id: number) {
  return trx
    .selectFrom("educations")
    .select(["establishment_id", "region_id", "object_id"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countEducations(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("educations")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function insertEducation(
  db: Db,
  userId: number,
  input: EducationInput,
): Promise<number> {
  const row = await db
    .insertInto("educations")
    .values({ user_id: userId, ...columnsOf(input) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateEducation(db: Db, id: number, input: EducationInput): Promise<void> {
  await db.updateTable("educations").set(columnsOf(input)).where("id", "=", id).execute();
}

/** False: the member has none such (any more). */
export async function deleteEducation(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom("educations")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const columnsOf = (input: EducationInput) => ({
  establishment_id: input.establishment_id,
  region_id: input.region_id,
  object_id: input.object_id,
  speciality: input.speciality ?? null,
  start_year: input.start,
  end_year: input.end ?? null,
});

const educationsIn = (db: Db, locale: string) =>
  db
    .selectFrom("educations")
    .innerJoin("establishments", "establishments.id", "educations.establishment_id")
    .innerJoin("regions", "regions.id", "educations.region_id")
    .innerJoin("objects", "objects.id", "educations.object_id")
    .select([
      "educations.id",
      "educations.establishment_id",
      "educations.region_id",
      "educations.object_id",
      "educations.speciality",
      "educations.start_year",
      "educations.end_year",
      nameIn(sql.ref("establishments.names"), locale).as("establishment_name"),
      nameIn(sql.ref("regions.names"), locale).as("region_name"),
      nameIn(sql.ref("objects.names"), locale).as("object_name"),
    ]);

type EducationRow = Omit<Selectable<PeriodTables["educations"]>, "user_id" | "created_at"> &
  Record<`${"establishment" | "region" | "object"}_name`, string>;

const toEducation = (row: EducationRow): Education => ({
  id: row.id,
  establishment: { id: row.establishment_id, name: row.establishment_name },
  region: { id: row.region_id, name: row.region_name },
  object: { id: row.object_id, name: row.object_name },
  ...(row.speciality !== null && { speciality: row.speciality }),
  start: row.start_year,
  end: row.end_year,
});

/** For the member's archive. */
export const exportEducations = (db: Db): ExportPart =>
  async function* ({ id, locale }) {
    yield { name: "educations.json", content: jsonList(readEducations(db, locale, id)) };
  };

async function* readEducations(db: Db, locale: string, userId: number) {
  const educations = await listEducations(db, locale, userId);
  yield educations.map(({ id, establishment, region, object, speciality, start, end }) => ({
    id,
    establishment: establishment.name,
    region: region.name,
    object: object.name,
    speciality: speciality ?? null,
    start,
    end,
  }));
}

/** When an account is purged. */
export async function forgetEducations(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("educations").where("user_id", "=", userId).execute();
}
