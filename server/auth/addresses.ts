/** The mail addresses of accounts: whether one is taken, the link that confirms it, and its correction before that. */
import { sql } from "kysely";
import { isSuspended, type UserRow } from "#server/auth/repository.ts";
import { hashToken, newToken } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";

/** A deleted account that is not purged yet still holds its address. */
export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

const verificationHours = 24;

/** Returns the token of the new link; earlier links of the member stop working. */
export async function replaceVerification(db: Db, userId: number): Promise<string> {
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${verificationHours})`,
  };
  await db
    .insertInto("email_verifications")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
    .execute();
  return token;
}

/**
 * In a transaction that has replaced the link of the member: their row, whose address nobody confirms or corrects until
 * the transaction ends. Undefined when it is confirmed, or the account deleted.
 */
export function holdUnconfirmed(trx: Db, userId: number): Promise<UserRow | undefined> {
  return trx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .where("verified_at", "is", null)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface LinkFate {
  fate: "confirmed" | "used" | "expired" | "unknown";
  /** The member whose address the link confirmed. */
  userId: number | null;
}

/**
 * In a transaction: confirms the address of a live link, once. A used link stays known, so that opening it again says
 * so; a link that a newer one replaced does not. While the account is deleted or suspended no link of it is known: what
 * follows from a confirmation, such as joining a group, is for nobody who cannot sign in.
 */
export async function confirmAddress(trx: Db, token: string): Promise<LinkFate> {
  // Locked before the member, in the same order as a correction of the address, whose former link then confirms
  // nothing.
  const link = await trx
    .selectFrom("email_verifications")
    .select(["user_id", sql<boolean>`expires_at > now()`.as("live")])
    .where("token_hash", "=", hashToken(token))
    .forUpdate()
    .executeTakeFirst();
  if (!link) return { fate: "unknown", userId: null };
  const userId = link.user_id;
  const member = await trx
    .selectFrom("users")
    .select("verified_at")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`NOT ${isSuspended}`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) return { fate: "unknown", userId: null };
  if (member.verified_at) return { fate: "used", userId };
  if (!link.live) return { fate: "expired", userId };
  await trx
    .updateTable("users")
    .set({ verified_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
  return { fate: "confirmed", userId };
}

/**
 * In a transaction: replaces the address of an account that has not confirmed it. Returns the member and the token of
 * the new link; undefined when the former address has been confirmed meanwhile. Former links and the recovery codes
 * sent to the former address stop working.
 */
export async function correctAddress(
  trx: Db,
  userId: number,
  email: string,
): Promise<{ row: UserRow; token: string } | undefined> {
  const token = await replaceVerification(trx, userId);
  const row = await trx
    .updateTable("users")
    .set({ email })
    .where("id", "=", userId)
    .where("verified_at", "is", null)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await trx.deleteFrom("asked_codes").where("user_id", "=", userId).execute();
  return { row, token };
}
