import { sql } from "kysely";
import {
  type Job,
  jobAnswer,
  jobEdit,
  type JobInput,
  jobInput,
  jobList,
} from "#lib/periods/jobs/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { listPart } from "#server/infra/export-file.ts";
import { checkPosition } from "#server/params/references.ts";
import type { PeriodKind } from "#server/periods/period-kind.ts";
import { isOf, latestFirst, yearsOf } from "#server/periods/repository.ts";

export const jobs: PeriodKind<Job, JobInput> = {
  table: "jobs",
  tag: "jobs",
  schemas: { input: jobInput, list: jobList, edit: jobEdit, answer: jobAnswer },
  texts: {
    added: "Answers.jobAdded",
    saved: "Answers.jobSaved",
    deleted: "Answers.jobDeleted",
    full: "Errors.jobsFull",
  },
  referencesOf: ({ sphere_id, position_id, region_id }) => ({ sphere_id, position_id, region_id }),
  titlesOf: () => ({}),
  checkTogether: checkPosition,
  read: readJobs,
  lock: (trx, userId, id) =>
    trx
      .selectFrom("jobs")
      .select(["sphere_id", "position_id", "region_id"])
      .where(isOf("jobs", userId, id))
      .forUpdate()
      .executeTakeFirst(),
  insert: (trx, userId, input) =>
    trx
      .insertInto("jobs")
      .values({ user_id: userId, ...columnsOf(input) })
      .returning("id")
      .executeTakeFirstOrThrow(),
  update: (trx, id, input) =>
    trx.updateTable("jobs").set(columnsOf(input)).where("id", "=", id).execute(),
};

const columnsOf = (input: JobInput) => ({
  sphere_id: input.sphere_id,
  position_id: input.position_id,
  region_id: input.region_id,
  company: input.company,
  ...yearsOf(input),
});

async function readJobs(db: Db, locale: string, userId: number, id?: number): Promise<Job[]> {
  const rows = await db
    .selectFrom("jobs")
    .innerJoin("spheres", "spheres.id", "jobs.sphere_id")
    .innerJoin("positions", "positions.id", "jobs.position_id")
    .innerJoin("regions", "regions.id", "jobs.region_id")
    .select([
      "jobs.id",
      "jobs.sphere_id",
      "jobs.position_id",
      "jobs.region_id",
      "jobs.company",
      "jobs.start_year",
      "jobs.end_year",
      nameIn(sql.ref("spheres.names"), locale).as("sphere_name"),
      nameIn(sql.ref("positions.names"), locale).as("position_name"),
      nameIn(sql.ref("regions.names"), locale).as("region_name"),
    ])
    .where(isOf("jobs", userId, id))
    .orderBy(latestFirst("jobs"))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sphere: { id: row.sphere_id, name: row.sphere_name },
    position: { id: row.position_id, name: row.position_name },
    region: { id: row.region_id, name: row.region_name },
    company: row.company,
    start: row.start_year,
    end: row.end_year,
  }));
}

export const exportJobs = (db: Db) =>
  listPart("jobs.json", async function* ({ id: userId, locale }) {
    const all = await readJobs(db, locale, userId);
    yield all.map(({ id, sphere, position, region, company, start, end }) => ({
      id,
      sphere: sphere.name,
      position: position.name,
      region: region.name,
      company,
      start,
      end,
    }));
  });
