import type { Db } from "#server/db/database.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";

/** Dismisses a suggestion until the member restores it; dismissing it again is no failure. */
export async function dismissSuggestion(
  db: Db,
  userId: number,
  dismissedId: number,
): Promise<void> {
  await db
    .insertInto("dismissed_suggestions")
    .values({ user_id: userId, dismissed_id: dismissedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Restoring a suggestion that was never dismissed is no failure. */
export async function restoreSuggestion(
  db: Db,
  userId: number,
  dismissedId: number,
): Promise<void> {
  await db
    .deleteFrom("dismissed_suggestions")
    .where("user_id", "=", userId)
    .where("dismissed_id", "=", dismissedId)
    .execute();
}

/** Lists dismissed suggestions for the member's archive. */
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

/** Deletes the dismissals of an account that is purged. */
export async function forgetDismissed(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("dismissed_suggestions")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("dismissed_id", "=", userId)]))
    .execute();
}
