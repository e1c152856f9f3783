import { sql } from "kysely";
import {
  type EducationInput,
  educationInput,
} from "#lib/periods/education/education-input-schema.ts";
import {
  type Education,
  educationAnswer,
  educationEdit,
  educationList,
} from "#lib/periods/education/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { listPart } from "#server/infra/export-file.ts";
import { checkObject } from "#server/params/references.ts";
import type { PeriodKind } from "#server/periods/period-kind.ts";
import { isOf, latestFirst, yearsOf } from "#server/periods/repository.ts";

export const educations: PeriodKind<Education, EducationInput> = {
  table: "educations",
  tag: "education",
  schemas: {
    input: educationInput,
    list: educationList,
    edit: educationEdit,
    answer: educationAnswer,
  },
  texts: {
    added: "Answers.educationAdded",
    saved: "Answers.educationSaved",
    deleted: "Answers.educationDeleted",
    full: "Errors.educationsFull",
  },
  referencesOf: ({ establishment_id, region_id, object_id }) => ({
    establishment_id,
    region_id,
    object_id,
  }),
  titlesOf: ({ group }): Record<string, string> => (group === undefined ? {} : { group }),
  checkTogether: checkObject,
  read: readEducations,
  lock: (trx, userId, id) =>
    trx
      .selectFrom("educations")
      .select(["establishment_id", "region_id", "object_id"])
      .where(isOf("educations", userId, id))
      .forUpdate()
      .executeTakeFirst(),
  insert: (trx, userId, input) =>
    trx
      .insertInto("educations")
      .values({ user_id: userId, ...columnsOf(input) })
      .returning("id")
      .executeTakeFirstOrThrow(),
  update: (trx, id, input) =>
    trx.updateTable("educations").set(columnsOf(input)).where("id", "=", id).execute(),
};

const columnsOf = (input: EducationInput) => ({
  establishment_id: input.establishment_id,
  region_id: input.region_id,
  object_id: input.object_id,
  speciality: input.speciality ?? null,
  study_group: input.group ?? null,
  study_group_key: input.group === undefined ? null : studyGroupKey(input.group),
  ...yearsOf(input),
});

async function readEducations(
  db: Db,
  locale: string,
  userId: number,
  id?: number,
): Promise<Education[]> {
  const rows = await db
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
      "educations.study_group",
      "educations.start_year",
      "educations.end_year",
      nameIn(sql.ref("establishments.names"), locale).as("establishment_name"),
      nameIn(sql.ref("regions.names"), locale).as("region_name"),
      nameIn(sql.ref("objects.names"), locale).as("object_name"),
    ])
    .where(isOf("educations", userId, id))
    .orderBy(latestFirst("educations"))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    establishment: { id: row.establishment_id, name: row.establishment_name },
    region: { id: row.region_id, name: row.region_name },
    object: { id: row.object_id, name: row.object_name },
    ...(row.speciality !== null && { speciality: row.speciality }),
    ...(row.study_group !== null && { group: row.study_group }),
    start: row.start_year,
    end: row.end_year,
  }));
}

export const exportEducations = (db: Db) =>
  listPart("educations.json", async function* ({ id: userId, locale }) {
    const all = await readEducations(db, locale, userId);
    yield all.map(({ id, establishment, region, object, speciality, group, start, end }) => ({
      id,
      establishment: establishment.name,
      region: region.name,
      object: object.name,
      speciality: speciality ?? null,
      group: group ?? null,
      start,
      end,
    }));
  });
