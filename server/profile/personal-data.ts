/** What the profile holds of a member by itself: for their archive, and to be forgotten. */
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";
import { findOwnStatistics } from "#server/profile/statistics.ts";

export const exportProfile = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield {
      name: "statistics.json",
      content: json(async () => (await findOwnStatistics(db, id)) ?? null),
    };
  };

/** What they looked at stays a number on the profiles of others; that it was they goes. */
export async function forgetProfile(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("profile_views")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("viewer_id", "=", userId)]))
    .execute();
  await trx.deleteFrom("profile_view_days").where("user_id", "=", userId).execute();
  await trx.updateTable("users").set({ last_seen_at: null }).where("id", "=", userId).execute();
}
