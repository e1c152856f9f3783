/** The data that the home page holds of a member: for the archive, and to be deleted by a purge. */
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";

export const exportVisit = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "home-visit.json", content: json(() => readVisit(db, id)) };
  };

const readVisit = async (db: Db, userId: number) =>
  (await db
    .selectFrom("home_visits")
    .select(["seen_at", "visited_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst()) ?? null;

export async function forgetVisit(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("home_visits").where("user_id", "=", userId).execute();
}
