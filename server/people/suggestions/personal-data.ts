/** Whom a member does not want to be suggested: for their archive, and to be forgotten. */
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";

export const exportDismissed = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "dismissed-suggestions.json", content: json(() => readDismissed(db, id)) };
  };

const readDismissed = (db: Db, userId: number) =>
  db
    .selectFrom("dismissed_suggestions")
    .select(["dismissed_id as id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("dismissed_id")
    .execute();

export async function forgetDismissed(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("dismissed_suggestions")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("dismissed_id", "=", userId)]))
    .execute();
}
