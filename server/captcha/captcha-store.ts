/**
 * Captchas that wait for their answer are stored in the database, so that any node accepts it, with Redis or without.
 */
import fp from "fastify-plugin";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

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

declare module "fastify" {
  interface FastifyInstance {
    /** Deletes expired captchas; returns how many. */
    sweepCaptchas: () => Promise<number>;
  }
}

/** Sweeps captchas at start and as often as they expire, on every node. */
export const captchaSweepPlugin = fp<{ db: Db }>((app, { db }) => {
  const sweep = async () => {
    const swept = await db
      .deleteFrom("captchas")
      .where("expires_at", "<=", sql<Date>`now()`)
      .executeTakeFirst();
    return Number(swept.numDeletedRows);
  };
  app.decorate("sweepCaptchas", sweep);
  recurring(app, {
    everyMs: lifetimeS * 1000,
    work: sweep,
    failed: "could not sweep captchas, will try again",
  });
});
