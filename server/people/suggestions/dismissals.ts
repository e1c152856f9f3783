import type { Db } from "#server/db/database.ts";

/** Until it is taken back; once more is no failure. */
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

/** One that was never dismissed is no failure either. */
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
