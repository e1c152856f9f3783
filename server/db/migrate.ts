import { globSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { errorCodeOf, errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

interface KampusMigration extends Migration {
  /**
   * Builds an index CONCURRENTLY, which is impossible in a transaction, while members write. An interrupted build
   * leaves an invalid index behind, so it first drops its index, if there is one, and does nothing else that could not be
   * done twice.
   */
  outsideTransaction?: boolean;
}

export type Migrations = Record<string, KampusMigration>;

/** A migration that has shipped keeps the name of its file, and is never edited, only followed by another. */
const load = async (file: string) => {
  const name = path.basename(file, ".ts");
  const migration = (await import(`#server/db/migrations/${name}.ts`)) as KampusMigration; // migrate.test.ts tries each
  return [name, migration] as const;
};
const files = globSync("*.ts", { cwd: path.join(import.meta.dirname, "migrations") });
const migrations: Migrations = Object.fromEntries(await Promise.all(files.map(load)));

interface MigrateOptions {
  known?: Migrations;
  /** How long a migration waits for a lock, and with it every query that needs the same table after it: under a second. */
  lockMsMax?: number;
  tries?: number;
  onDone?: (name: string) => void;
}

/** With 900 ms of waiting it makes a try each two seconds, for 80 seconds. */
const retriedAfterMs = 1_100;
/** A lock that was not given in time, and a deadlock, of which PostgreSQL ends one side. */
const notLocked = ["55P03", "40P01"];

/**
 * Brings the schema up to date, and returns the migrations that were needed. Must be called within `oneAtATime`, so that
 * no other node migrates meanwhile. @throws {StartFault} as `readSchema`, and naming the migration that failed: those before
 * it stay
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { known = migrations, lockMsMax = 900, tries = 40, onDone } = options;
  const { pending } = await readSchema(db, known);
  for (const name of pending) {
    const run = known[name]?.outsideTransaction
      ? () => runMigration(db, known, name)
      : () => migrateInTransaction(db, known, name, lockMsMax);
    await retryLocked(name, tries, run);
    onDone?.(name);
  }
  return pending;
}

/**
 * The migrations of this build that the schema lacks, and those of a newer build that it has: after a rollback the
 * older build serves on that schema (D-SCHEMA). @throws {StartFault} where the schema is neither older nor newer.
 */
export async function readSchema(
  db: Db,
  known: Migrations = migrations,
): Promise<{ pending: string[]; newer: string[] }> {
  const names = Object.keys(known).sort();
  const applied = await appliedMigrations(db);
  const pending = names.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !(name in known));
  const last = names.at(-1) ?? "";
  if (newer.length > 0 && (pending.length > 0 || newer.some((name) => name < last)))
    throw new StartFault([
      `DATABASE_URL: the database was migrated by a different version of Kampus: it has ${newer.join(", ")}` +
        (pending.length > 0 ? `, but lacks ${pending.join(", ")}` : ""),
    ]);
  return { pending, newer };
}

/** @throws {StartFault} where the schema lacks what this build needs. */
export async function requireSchema(db: Db): Promise<void> {
  const { pending } = await readSchema(db);
  if (pending.length > 0)
    throw new StartFault([
      `DATABASE_URL: the schema is older than this build (${pending.length} migrations): start Kampus, or run npm run migrate`,
    ]);
}

export const isOutsideTransaction = (name: string) => migrations[name]?.outsideTransaction === true;

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql`SELECT WHERE to_regclass('kysely_migration') IS NOT NULL`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** An index on millions of rows takes longer than any request may. */
function migrateInTransaction(db: Db, known: Migrations, name: string, lockMsMax: number) {
  return db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    await sql`SET LOCAL lock_timeout = ${sql.lit(lockMsMax)}`.execute(trx);
    await runMigration(trx, known, name);
  });
}

async function runMigration(db: Db, known: Migrations, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } });
  const { error } = await migrator.migrateTo(name, { disableTransactions: !db.isTransaction });
  if (!error) return;
  // A lock that was not given is waited for once more.
  if (isNotLocked(error)) throw error;
  throw new StartFault([`DATABASE_URL: migration ${name} failed: ${errorMessageOf(error)}`], {
    cause: error,
  });
}

const isNotLocked = (error: unknown): error is Error =>
  notLocked.includes(errorCodeOf(error) ?? "");

/** Between two tries, the queries that waited behind the migration are served. */
async function retryLocked(name: string, tries: number, run: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      await run();
      return;
    } catch (error) {
      if (!isNotLocked(error)) throw error;
      if (tried === tries)
        throw new StartFault(
          [
            `DATABASE_URL: migration ${name} got no lock in ${tries} tries: see pg_stat_activity for a long transaction`,
          ],
          { cause: error },
        );
      await setTimeout(retriedAfterMs);
    }
}
