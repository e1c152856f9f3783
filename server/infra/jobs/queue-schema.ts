import { fromKysely, PgBoss } from "pg-boss";
import pgBoss from "pg-boss/package.json" with { type: "json" };
import type { Database } from "#server/db/database.ts";

/** The version of the queue's tables, null before they exist, and the version of this build. */
export async function readQueueSchema({ db, backend }: Database) {
  const boss = new PgBoss({ db: fromKysely(db), backend });
  const version = (await boss.isInstalled()) ? await boss.schemaVersion() : null;
  return { version, wanted: pgBoss.pgboss.schema };
}

/** Makes the tables of the queue or brings them up to date, as `openJobQueue` does too. */
export async function migrateQueue({ db, backend }: Database): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), backend, supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
}
