import { type Selectable, sql } from "kysely";
import type { Job, JobInput } from "#lib/periods/jobs/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import type { PeriodTables } from "#server/periods/tables.ts";

/** Those that go on first, then by their end, the newest first. Named in a language, what is retired too. */
export async function listJobs(db: Db, locale: string, userId: number): Promise<Job[]> {
  const rows = await jobsIn(db, locale)
    .where("jobs.user_id", "=", userId)
    .orderBy("jobs.end_year", (order) => order.desc().nullsFirst())
    .orderBy("jobs.start_year", "desc")
    .orderBy("jobs.id", "desc")
    .execute();
  return rows.map(toJob);
}

export async function findJob(
  db: Db,
  locale: string,
  userId: number,
  id: number,
): Promise<Job | undefined> {
  const row = await jobsIn(db, locale)
    .where("jobs.id", "=", id)
    .where("jobs.user_id", "=", userId)
    .executeTakeFirst();
  return row && toJob(row);
}

/** What one of the member's own jobs refers to. The job's row stays locked until the transaction ends. */
export function lockJob(trx: Db, userId: number, id: number) {
  return trx
    .selectFrom("jobs")
    .select(["sphere_id", "position_id", "region_id"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countJobs(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function insertJob(db: Db, userId: number, input: JobInput): Promise<number> {
  const row = await db
    .insertInto("jobs")
    .values({ user_id: userId, ...columnsOf(input) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateJob(db: Db, id: number, input: JobInput): Promise<void> {
  await db.updateTable("jobs").set(columnsOf(input)).where("id", "=", id).execute();
}

/** False: the member has none such (any more). */
export async function deleteJob(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const columnsOf = (input: JobInput) => ({
  sphere_id: input.sphere_id,
  position_id: input.position_id,
  region_id: input.region_id,
  company: input.company,
  start_year: input.start,
  end_year: input.end ?? null,
});

const jobsIn = (db: Db, locale: string) =>
  db
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
    ]);

type JobRow = Omit<Selectable<PeriodTables["jobs"]>, "user_id" | "created_at"> &
  Record<`${"sphere" | "position" | "region"}_name`, string>;

const toJob = (row: JobRow): Job => ({
  id: row.id,
  sphere: { id: row.sphere_id, name: row.sphere_name },
  position: { id: row.position_id, name: row.position_name },
  region: { id: row.region_id, name: row.region_name },
  company: row.company,
  start: row.start_year,
  end: row.end_year,
});

/** For the member's archive. */
export const exportJobs = (db: Db): ExportPart =>
  async function* ({ id, locale }) {
    yield { name: "jobs.json", content: jsonList(readJobs(db, locale, id)) };
  };

async function* readJobs(db: Db, locale: string, userId: number) {
  const jobs = await listJobs(db, locale, userId);
  yield jobs.map(({ id, sphere, position, region, company, start, end }) => ({
    id,
    sphere: sphere.name,
    position: position.name,
    region: region.name,
    company,
    start,
    end,
  }));
}

/** When an account is purged. */
export async function forgetJobs(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("jobs").where("user_id", "=", userId).execute();
}
