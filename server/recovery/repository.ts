import { sql } from "kysely";
import { phoneRecovers } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import type { RecoveryTables } from "#server/recovery/tables.ts";

const lifetimeMinutes = 10;
const attemptsMax = 5;

const live = sql<boolean>`recovery_codes.expires_at > now()`;

/** Replaces the member's former code, of either kind. */
export async function storeCode(
  db: Db,
  userId: number,
  kind: RecoveryTables["recovery_codes"]["kind"],
  codeHash: string,
): Promise<void> {
  const code = {
    kind,
    code_hash: codeHash,
    attempts: 0,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
  };
  await db
    .insertInto("recovery_codes")
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(code))
    .execute();
}

export async function isMailCode(db: Db, codeHash: string): Promise<boolean> {
  const code = await db
    .selectFrom("recovery_codes")
    .select("user_id")
    .where("kind", "=", "mail")
    .where("code_hash", "=", codeHash)
    .where(live)
    .executeTakeFirst();
  return code !== undefined;
}

/** Counts a try at the code of a telephone; undefined when there is none, or its five tries are spent. */
export async function tryPhoneCode(db: Db, phone: string) {
  return db
    .updateTable("recovery_codes")
    .from("users")
    .set((row) => ({ attempts: row("recovery_codes.attempts", "+", 1) }))
    .whereRef("users.id", "=", "recovery_codes.user_id")
    .where("users.phone", "=", phone)
    .where(phoneRecovers)
    .where("recovery_codes.kind", "=", "phone")
    .where("recovery_codes.attempts", "<", attemptsMax)
    .where(live)
    .returning(["recovery_codes.user_id", "recovery_codes.code_hash"])
    .executeTakeFirst();
}

/** Takes back the count of a right try. */
export async function uncountTry(db: Db, codeHash: string): Promise<void> {
  await db
    .updateTable("recovery_codes")
    .set((row) => ({ attempts: row("attempts", "-", 1) }))
    .where("code_hash", "=", codeHash)
    .execute();
}

/** Spends a code: returns its member to one caller alone. */
export async function spendCode(db: Db, codeHash: string): Promise<number | undefined> {
  const spent = await db
    .deleteFrom("recovery_codes")
    .where("code_hash", "=", codeHash)
    .where(live)
    .returning("user_id")
    .executeTakeFirst();
  return spent?.user_id;
}
