/** The data that the profile itself holds of a member: for the archive, and to be deleted by a purge. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json, jsonList, rowsInOrder } from "#server/infra/export-file.ts";
import { findOwnStatistics } from "#server/profile/statistics.ts";

export const exportProfile = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield {
      name: "statistics.json",
      content: json(async () => (await findOwnStatistics(db, id)) ?? null),
    };
    yield { name: "viewed-profiles.json", content: jsonList(readViewed(db, id)) };
  };

/**
 * The profiles that the member viewed today and yesterday; older views are swept. The archive never says who viewed the
 * member's own profile.
 */
const readViewed = (db: Db, viewerId: number) =>
  rowsInOrder(
    db
      .selectFrom("profile_views")
      .select([
        "user_id as id",
        sql<string[]>`array_agg(viewed_on::text ORDER BY viewed_on)`.as("days"),
      ])
      .where("viewer_id", "=", viewerId)
      .groupBy("user_id"),
    "id",
    "user_id",
  );

/** Their views stay as numbers on the profiles of others; that they were the viewer is deleted. */
export async function forgetProfile(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("profile_views")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("viewer_id", "=", userId)]))
    .execute();
  // In the order of the sweep, which would deadlock with another.
  await sql`
    SELECT FROM profile_view_days WHERE user_id = ${userId} ORDER BY day DESC FOR UPDATE`.execute(
    trx,
  );
  await trx.deleteFrom("profile_view_days").where("user_id", "=", userId).execute();
  await trx.updateTable("users").set({ last_seen_at: null }).where("id", "=", userId).execute();
}
