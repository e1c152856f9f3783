/** What a member has reported: for their archive, and to be forgotten with what was reported of them. */
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";

const rowsPerPage = 500;

export const exportReports = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "reports.json", content: jsonList(readReports(db, id)) };
  };

async function* readReports(db: Db, userId: number) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("reports")
      .select(["id", "reported_id", "reason", "text", "created_at"])
      .where("reporter_id", "=", userId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsPerPage)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
  }
}

/** Of a member who is not there any more there is nothing to be decided. */
export async function forgetReports(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("reports")
    .where((eb) => eb.or([eb("reporter_id", "=", userId), eb("reported_id", "=", userId)]))
    .execute();
}
