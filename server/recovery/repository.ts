import { createHash } from "node:crypto";
import { sql } from "kysely";
import { phoneRecovers } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurringSweep } from "#server/infra/recurring.ts";
import type { RecoveryTables } from "#server/recovery/tables.ts";

const lifetimeMinutes = 10;
const attemptsMax = 5;

const live = sql<boolean>`asked_codes.expires_at > now()`;

/** Networks are not stored readable. */
const hashOf = (asker: string) => createHash("sha256").update(asker).digest("hex");

interface NewCode {
  userId: number;
  kind: RecoveryTables["asked_codes"]["kind"];
  /** A known device or a network: only its own former code, of either kind, is replaced (SEC-A3, SEC-A9). */
  asker: string;
  codeHash: string;
}

/** Returns when the code expires. */
export async function storeCode(db: Db, { userId, kind, asker, codeHash }: NewCode): Promise<Date> {
  const code = {
    kind,
    code_hash: codeHash,
    attempts: 0,
    foreign_attempts: 0,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
  };
  const { expires_at } = await db
    .insertInto("asked_codes")
    .values({ user_id: userId, asker: hashOf(asker), ...code })
    .onConflict((conflict) => conflict.columns(["user_id", "asker"]).doUpdateSet(code))
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

export async function isMailCode(db: Db, codeHash: string): Promise<boolean> {
  const code = await db
    .selectFrom("asked_codes")
    .select("user_id")
    .where("kind", "=", "mail")
    .where("code_hash", "=", codeHash)
    .where(live)
    .executeTakeFirst();
  return code !== undefined;
}

/**
 * Counts a try at a code of a telephone: the asker's own, else the newest, whose tries by others are counted apart.
 * Undefined when there is none, or its five tries are spent.
 */
export async function tryPhoneCode(db: Db, phone: string, asker: string) {
  const { rows } = await sql<{ user_id: number; code_hash: string; is_own: boolean }>`
    UPDATE asked_codes
    SET attempts = attempts + is_own::integer,
      foreign_attempts = foreign_attempts + (NOT is_own)::integer
    FROM (
      SELECT asked_codes.user_id AS chosen_id, asker AS chosen_asker,
        asker = ${hashOf(asker)} AS is_own
      FROM asked_codes JOIN users ON users.id = asked_codes.user_id
      WHERE users.phone = ${phone} AND ${phoneRecovers} AND kind = 'phone' AND ${live}
        AND CASE WHEN asker = ${hashOf(asker)} THEN attempts ELSE foreign_attempts END < ${attemptsMax}
      ORDER BY is_own DESC, asked_codes.created_at DESC LIMIT 1
      FOR UPDATE OF asked_codes
    ) AS chosen
    WHERE user_id = chosen_id AND asker = chosen_asker
    RETURNING user_id, code_hash, is_own`.execute(db);
  return rows[0];
}

/** Takes back the count of a right try. */
export async function uncountTry(
  db: Db,
  { code_hash, is_own }: { code_hash: string; is_own: boolean },
): Promise<void> {
  const column = is_own ? "attempts" : "foreign_attempts";
  await db
    .updateTable("asked_codes")
    .set((row) => ({ [column]: row(column, "-", 1) }))
    .where("code_hash", "=", code_hash)
    .execute();
}

/**
 * Spends a code, and ends all others of its member: returns them to one caller alone. The member is locked before the codes,
 * as by a change of the telephone or of the address, and the codes in one order, because two of them may be spent at once.
 */
export async function spendCode(trx: Db, codeHash: string): Promise<number | undefined> {
  await sql`
    SELECT FROM users WHERE id = (SELECT user_id FROM asked_codes WHERE code_hash = ${codeHash})
    FOR NO KEY UPDATE`.execute(trx);
  const codes = await sql<{ user_id: number; is_spent: boolean }>`
    SELECT user_id, code_hash = ${codeHash} AND ${live} AS is_spent FROM asked_codes
    WHERE user_id = (SELECT user_id FROM asked_codes WHERE code_hash = ${codeHash})
    ORDER BY asker FOR UPDATE`.execute(trx);
  const spent = codes.rows.find(({ is_spent }) => is_spent);
  if (spent) await trx.deleteFrom("asked_codes").where("user_id", "=", spent.user_id).execute();
  return spent?.user_id;
}

/** Deletes codes that have expired; returns how many. */
export async function sweepRecoveryCodes(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("asked_codes")
    .where("expires_at", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const recoverySweepPlugin = recurringSweep({
  sweep: sweepRecoveryCodes,
  everyMs: hourMs,
  rows: "recovery codes",
});
