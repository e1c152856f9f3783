import type { Db } from "#server/db/database.ts";

/** For good; once more is no failure. */
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
