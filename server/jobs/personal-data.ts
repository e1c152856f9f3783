/** What a member's jobs are to their archive, and how they are forgotten. */
import type { Db } from "#server/db/database.ts";
import { listJobs } from "#server/jobs/repository.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";

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

export async function forgetJobs(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("jobs").where("user_id", "=", userId).execute();
}
