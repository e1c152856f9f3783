/** Moves the embedded database of VAR_DIR, which nothing serves, to the PostgreSQL of DATABASE_URL (D-MOVE). */
import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { migrate, readSchema } from "#server/db/migrate.ts";
import { type CountedTable, copyTables } from "#server/db/move/copy-tables.ts";
import { countRows, readTables } from "#server/db/move/tables-of-kampus.ts";
import { oneAtATime, servesNow } from "#server/db/one-at-a-time.ts";
import type { Env } from "#server/env.ts";
import { createDeploymentKeys } from "#server/infra/deployment-key.ts";
import { migrateQueue, readQueueSchema } from "#server/infra/jobs/queue-schema.ts";
import { errorMessageOf, reachable, StartFault } from "#server/infra/start-fault.ts";

interface MoveOptions {
  env: Pick<Env, "databaseAddress" | "databasePoolMax" | "keyEncryptionKeys" | "varDir">;
  log: Logger;
  /** Counts the rows of each table, and changes nothing. */
  isDryRun: boolean;
  print: (line: string) => void;
}

/**
 * The rows travel in one transaction, so a move that is broken off leaves no row behind and can be begun anew. The
 * embedded database is only read. @throws {StartFault} where either database is not fit for it, or the move has failed
 */
export async function moveEmbedded(options: MoveOptions): Promise<void> {
  const { env, log, isDryRun } = options;
  if (!env.databaseAddress)
    throw new StartFault([
      "--from-embedded needs DATABASE_URL: the PostgreSQL to which the embedded database is moved",
    ]);
  if (!existsSync(path.join(env.varDir, "db", "PG_VERSION")))
    throw new StartFault([`VAR_DIR ${env.varDir} holds no embedded database`]);
  await using target = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
  await reachable("DATABASE_URL", refuseUsed(target.db));
  await using embedded = await openStopped(options);
  await refuseUnfit(embedded, env);
  await reading(embedded, async (from) => {
    const tables = await reachable("VAR_DIR", countTables(from));
    if (isDryRun) printPlan(tables, options);
    else await move(from, target, tables, options);
  });
}

/** Opens the embedded database, whose lock keeps every server away until the move is over. */
async function openStopped({ env: { varDir }, log }: MoveOptions): Promise<Database> {
  const opening = openDatabase({ databaseAddress: undefined, databasePoolMax: 1, varDir, log });
  try {
    return await reachable("VAR_DIR", opening);
  } catch (error) {
    if (error instanceof StartFault && error.message.includes("in use"))
      throw new StartFault([`${error.message}: stop that first`], { cause: error });
    throw error;
  }
}

const reading = (embedded: Database, work: (from: Db) => Promise<void>) =>
  embedded.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(work);

/** @throws {StartFault} where its schema is not that of this build, or its keys cannot be read */
async function refuseUnfit(embedded: Database, { keyEncryptionKeys, varDir }: MoveOptions["env"]) {
  const { pending, newer } = await reachable("VAR_DIR", readSchema(embedded.db));
  if (newer.length > 0)
    throw new StartFault([
      `VAR_DIR ${varDir}: the schema of its database is newer than this build: move it with the build that served it`,
    ]);
  const queue = await reachable("VAR_DIR", readQueueSchema(embedded));
  if (pending.length > 0 || queue.version !== queue.wanted)
    throw new StartFault([
      `VAR_DIR ${varDir}: the schema of its database is not that of this build: run npm run migrate without DATABASE_URL first`,
    ]);
  const keys = createDeploymentKeys(embedded.db, keyEncryptionKeys);
  const stored = await embedded.db.selectFrom("deployment_keys").select("name").execute();
  for (const { name } of stored)
    await keys.find(name, () => {
      throw new Error(`the key ${name} was deleted while it was read`);
    });
}

/**
 * Refuses a target in which members or operators have written, or that a node serves and may write to at any moment:
 * the move replaces all rows. Its tables may not exist yet. @throws {StartFault}
 */
async function refuseUsed(db: Db): Promise<void> {
  const holds = async (name: string) => {
    const { rows } = await sql`SELECT WHERE to_regclass(${name}) IS NOT NULL`.execute(db);
    if (rows.length === 0) return false;
    return (await sql`SELECT FROM ${sql.table(name)} LIMIT 1`.execute(db)).rows.length > 0;
  };
  if (await holds("users"))
    throw new StartFault(["DATABASE_URL: this database has members already: name an empty one"]);
  if ((await holds("operators")) || (await holds("operator_audit")))
    throw new StartFault([
      "DATABASE_URL: this database has operators, or commands of theirs, already: name an empty one",
    ]);
  if ((await holds("presence_nodes")) && (await servesNow(db)))
    throw new StartFault([
      "DATABASE_URL: a node serves this database, or did within the last minute: stop all nodes, and try again then",
    ]);
}

async function countTables(from: Db): Promise<CountedTable[]> {
  const counted: CountedTable[] = [];
  for (const table of await readTables(from))
    counted.push({ ...table, rows: await countRows(from, table) });
  return counted.filter(({ rows }) => rows > 0);
}

function printPlan(tables: CountedTable[], { env, print }: MoveOptions): void {
  for (const { name, rows } of tables) print(`${name}: ${count(rows)}`);
  print(`${summary(tables)} would move from ${env.varDir}; nothing was changed`);
}

async function move(from: Db, target: Database, tables: CountedTable[], options: MoveOptions) {
  const { env, print } = options;
  const startedAt = performance.now();
  print(`… Moving ${summary(tables)} from ${env.varDir}; broken off, it leaves no row behind`);
  const showCopied = progressOf(print);
  let progress: Progress = "copying";
  const copy = async () => {
    await migrate(target.db);
    await migrateQueue(target);
    await target.db.transaction().execute(async (to) => {
      await allowLongWork(to);
      // Nodes that started meanwhile have made room for members.
      await refuseUsed(to);
      await copyTables(from, to, tables, showCopied);
      await createDeploymentKeys(to, env.keyEncryptionKeys).encryptAll();
      progress = "committing";
    });
    progress = "committed";
  };
  try {
    await oneAtATime(target, copy, (text) => {
      print(`… ${text}`);
    });
  } catch (error) {
    const warning = warningOrFault(error, progress);
    print(`! ${warning}`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(`✓ Moved ${summary(tables)} in ${seconds} s: each table has as many rows as before`);
  print(`  Never serve ${env.varDir}/db again: mails that wait there are sent from here now`);
}

/** How far the transaction of the rows is. Another one around it holds the lock, and may be lost alone. */
type Progress = "copying" | "committing" | "committed";

/**
 * Returns the warning where all rows have arrived in spite of the error. @throws {StartFault} where they have not, or
 * nobody knows
 */
function warningOrFault(error: unknown, progress: Progress): string {
  const reason = `DATABASE_URL: ${errorMessageOf(error)}`;
  if (progress === "committed") return `${reason}: the lock that keeps nodes away was lost`;
  if (error instanceof StartFault) throw error;
  const outcome =
    progress === "copying"
      ? "nothing was moved; the same command begins anew"
      : "it may have been moved: look whether there are members; where there are none, the same command begins anew";
  throw new StartFault([`${reason}: ${outcome}`], { cause: error });
}

const shownEachMs = 5_000;

/** Prints each table once it is copied, and in between how far a large one is. */
function progressOf(print: MoveOptions["print"]) {
  let shownAt = performance.now();
  const done = new Map<string, number>();
  return ({ name, rows }: CountedTable, copied: number) => {
    const total = (done.get(name) ?? 0) + copied;
    done.set(name, total);
    const isDone = total === rows;
    if (!isDone && performance.now() - shownAt < shownEachMs) return;
    shownAt = performance.now();
    print(isDone ? `✓ ${name}: ${count(rows)}` : `… ${name}: ${count(total)} of ${count(rows)}`);
  };
}

const summary = (tables: CountedTable[]) =>
  `${count(tables.reduce((total, { rows }) => total + rows, 0))} rows of ${tables.length} tables`;

const count = (number: number) => number.toLocaleString("en");
