/**
 * Captchas that wait for their answer are stored in the database, so that any node accepts it, with Redis or without.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import { recurringSweep } from "#server/infra/recurring.ts";

const lifetimeS = 5 * 60;
const key = z.uuid();

/** Answers by key; `take` spends the key, so that of several submits only one can match the answer (S-CAPTCHA). */
export interface CaptchaStore {
  /** `key` is a UUID. */
  put(key: string, answer: string): Promise<void>;
  take(key: string): Promise<string | null>;
}

export function createCaptchaStore(db: Db): CaptchaStore {
  return {
    async put(newKey, answer) {
      const expires_at = sql<Date>`now() + make_interval(secs => ${lifetimeS})`;
      await db.insertInto("captchas").values({ key: newKey, answer, expires_at }).execute();
    },
    async take(given) {
      if (!key.safeParse(given).success) return null;
      const spent = await db
        .deleteFrom("captchas")
        .where("key", "=", given)
        .returning(["answer", sql<boolean>`expires_at > now()`.as("isLive")])
        .executeTakeFirst();
      return spent?.isLive ? spent.answer : null;
    },
  };
}

/** Deletes expired captchas; returns how many. */
export async function sweepCaptchas(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("captchas")
    .where("expires_at", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const captchaSweepPlugin = recurringSweep({
  sweep: sweepCaptchas,
  everyMs: lifetimeS * 1000,
  rows: "captchas",
});
