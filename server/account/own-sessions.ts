import { sql } from "kysely";
import type { AccountSession } from "#lib/account/schema.ts";
import type { Db } from "#server/db/database.ts";

/** Live sessions of a member: `currentSessionId`, which asks, then the others by newest use. */
export async function listSessions(
  db: Db,
  userId: number,
  currentSessionId: string,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "token_hash", "user_agent", "ip", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy(sql`token_hash = ${Buffer.from(currentSessionId, "hex")}`, "desc")
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ token_hash, created_at, last_used_at, ...session }) => ({
    ...session,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: token_hash.toString("hex") === currentSessionId,
  }));
}

/** Answers the session's name in the realtime rooms; undefined when the member has no such session. */
export async function deleteOwnSession(
  db: Db,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("token_hash")
    .executeTakeFirst();
  return ended?.token_hash.toString("hex");
}
