/** What a member's educations are to their archive, and how they are forgotten. */
import type { Db } from "#server/db/database.ts";
import { listEducations } from "#server/education/repository.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";

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

export async function forgetEducations(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("educations").where("user_id", "=", userId).execute();
}
