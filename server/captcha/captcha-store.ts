/**
 * Captchas that wait for their answer are stored in the database, so that any node accepts it, with Redis or without.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import { recurringSweep } from "#server/infra/recurring.ts";

const lifetimeS = 5 * 60;
/** For this long one that has expired is told from one that was answered before. */
const rememberedS = 30 * 60;
const key = z.uuid();

interface SpentCaptcha {
  answer: string;
  /** False once it has expired, which its first submit alone learns. */
  isLive: boolean;
}

/** Answers by key; `take` spends the key, so that of several submits only one can match the answer (S-CAPTCHA). */
export interface CaptchaStore {
  /** `key` is a UUID. */
  put(key: string, answer: string): Promise<void>;
  take(key: string): Promise<SpentCaptcha | null>;
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
      return spent ?? null;
    },
  };
}

/** Deletes captchas that expired a while ago; returns how many. */
export async function sweepCaptchas(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("captchas")
    .where("expires_at", "<=", sql<Date>`now() - make_interval(secs => ${rememberedS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const captchaSweepPlugin = recurringSweep({
  sweep: sweepCaptchas,
  everyMs: lifetimeS * 1000,
  rows: "captchas",
});
