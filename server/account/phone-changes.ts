import { sql } from "kysely";
import { hashOfSession } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";

const lifetimeMinutes = 10;
const attemptsMax = 5;

const live = sql<boolean>`phone_changes.expires_at > now()`;

interface Changing {
  id: number;
  /** The session that began the change: no other session can finish it, and it is dropped when this one ends. */
  sessionId: string;
}

const isOf = ({ id, sessionId }: Changing) =>
  sql<boolean>`phone_changes.user_id = ${id} AND session_hash = ${hashOfSession(sessionId)}`;

/** Replaces an earlier change of the member. Returns when its code expires. */
export async function storePhoneChange(
  trx: Db,
  { id, sessionId }: Changing,
  { phone, codeHash }: { phone: string; codeHash: string },
): Promise<Date> {
  const change = {
    session_hash: hashOfSession(sessionId),
    phone,
    code_hash: codeHash,
    attempts: 0,
    expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
  };
  const { expires_at } = await trx
    .insertInto("phone_changes")
    .values({ user_id: id, ...change })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Counts a try at the code sent to the telephone; undefined when there is none, or its five tries are spent. */
export async function tryPhoneChange(
  db: Db,
  member: Changing,
  phone: string,
): Promise<string | undefined> {
  const tried = await db
    .updateTable("phone_changes")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where(isOf(member))
    .where("phone", "=", phone)
    .where("attempts", "<", attemptsMax)
    .where(live)
    .returning("code_hash")
    .executeTakeFirst();
  return tried?.code_hash;
}

/** Spends a code. If several callers spend it at once, only one gets true. */
export async function spendPhoneChange(
  trx: Db,
  member: Changing,
  codeHash: string,
): Promise<boolean> {
  const spent = await trx
    .deleteFrom("phone_changes")
    .where(isOf(member))
    .where("code_hash", "=", codeHash)
    .where(live)
    .executeTakeFirst();
  return spent.numDeletedRows > 0n;
}

/**
 * Sets or removes the telephone of a verified member, and deletes every code sent to the former one. Returns the former
 * telephone and whom to notify; undefined when there is no such member.
 */
export async function setPhone(trx: Db, userId: number, phone: string | null) {
  const before = await trx
    .selectFrom("users")
    .select(["phone", "email", "name", "locale", "time_zone"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const { changed_at } = await trx
    .updateTable("users")
    .set({ phone })
    .where("id", "=", userId)
    .returning(sql<Date>`now()`.as("changed_at"))
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom("asked_codes")
    .where("user_id", "=", userId)
    .where("kind", "=", "phone")
    .execute();
  return { ...before, changed_at };
}
