import type { Logger } from "pino";
import { z } from "zod";
import { language } from "#lib/languages/schema.ts";
import { siteSettings } from "#lib/settings/schema.ts";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import type { Env } from "#server/env.ts";
import { mailDelivery } from "#server/mail/deliver-mail.ts";
import { openOutbox, type Outbox } from "#server/mail/outbox.ts";
import { connectRedis, type RedisClients } from "#server/redis.ts";
import { storeLanguages } from "#server/languages/repository.ts";
import { readData } from "#server/reference-data.ts";
import { storeSettings } from "#server/settings/repository.ts";
import { messageOf, StartFault } from "#server/start-fault.ts";

export interface Services {
  database: Database;
  redis: RedisClients | null;
  outbox: Outbox;
  close(): Promise<void>;
}

/** Opens what the back end stands on, the schema and the reference data up to date. @throws {StartFault} */
export async function openServices(env: Env, log: Logger): Promise<Services> {
  const redis = env.redisUrl ? await reachable("REDIS_URL", connectRedis(env.redisUrl, log)) : null;
  try {
    const database = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
    try {
      const deliver = mailDelivery(env, database.db);
      if (!deliver) log.warn("SMTP_URL is unset: mails wait in the queue");
      const outbox = await reachable(
        "DATABASE_URL",
        oneAtATime(database, async () => {
          await migrate(database.db);
          await loadReferenceData(database.db);
          return openOutbox(database, deliver, log);
        }),
      );
      return {
        database,
        redis,
        outbox,
        async close() {
          await outbox.close();
          await database.close();
          redis?.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    redis?.close();
    throw error;
  }
}

/** Brings the tables level with data/; loading twice changes nothing. */
async function loadReferenceData(db: Db): Promise<void> {
  const languages = readData("languages", z.array(language).min(1));
  const settings = readData("settings", z.record(z.string(), siteSettings));
  await db.transaction().execute(async (trx) => {
    await storeLanguages(trx, languages);
    await storeSettings(trx, settings);
  });
}

async function reachable<T>(variable: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault([`${variable}: ${messageOf(error)}`], { cause: error });
  }
}
