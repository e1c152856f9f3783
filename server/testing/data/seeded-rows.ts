import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

const tables = {
  users: "id",
  educations: "id",
  jobs: "id",
  friendships: "low_user, high_user",
  people: "user_id",
};

/**
 * All that is seeded, by table, but the password, whose hash is never the same, and the moment since which a member has
 * no telephone; times as they are beside the first
 * member's: one seeding begins later than another.
 */
export async function seededRows(db: Db): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await sql`
      SELECT to_jsonb(row) - '{password_hash,phone_changed_at}'::text[] || (
        SELECT coalesce(jsonb_object_agg(key, value::timestamptz - begun), '{}')
        FROM jsonb_each_text(to_jsonb(row)) WHERE key IN ('created_at', 'verified_at', 'accepted_at')) AS row
      FROM ${sql.table(table)} AS row, (SELECT min(verified_at) AS begun FROM users) AS first
      ORDER BY ${sql.raw(order)}`.execute(db);
    found[table] = rows;
  }
  return found;
}
