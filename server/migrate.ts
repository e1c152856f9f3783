/**
 * `npm run migrate`: brings the schema and the searched names of this environment's database up to date, as a start of
 * Kampus does too, which then has little left to do. With `--from-embedded` it moves the embedded database there.
 */
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "#server/db/database.ts";
import { isOutsideTransaction, migrate, readSchema } from "#server/db/migrate.ts";
import { moveEmbedded } from "#server/db/move/move-embedded.ts";
import { oneAtATime, servesNow } from "#server/db/one-at-a-time.ts";
import { arePartitioned, partitionMessages } from "#server/db/partition-messages.ts";
import { readEnv } from "#server/env.ts";
import { migrateQueue, readQueueSchema } from "#server/infra/jobs/queue-schema.ts";
import { createLog } from "#server/infra/log.ts";
import { areLinesIndexed, indexLines } from "#server/push/line-indexes.ts";
import { areSearchNamesStale, remakeSearchNames } from "#server/people/search-names.ts";
import { errorMessageOf, exitWith, reachable, StartFault } from "#server/infra/start-fault.ts";

try {
  await migrateSchema();
} catch (error) {
  exitWith(error, "could not migrate");
}

async function migrateSchema(): Promise<void> {
  const { isDryRun, isMove, partitions } = readArguments(process.argv.slice(2));
  const env = readEnv(process.env);
  const log = createLog("warn");
  if (isMove) return moveEmbedded({ env, log, isDryRun, print: (line) => console.log(line) });
  await using database = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
  await reachable(
    "DATABASE_URL",
    isDryRun ? printPending(database) : bringSchemaUpToDate(database),
  );
  if (partitions !== undefined) await partition(database, partitions, isDryRun);
}

interface Asked {
  isDryRun: boolean;
  /** Whether the embedded database is moved. */
  isMove: boolean;
  partitions: number | undefined;
}

function readArguments(args: string[]): Asked {
  try {
    const options = {
      "dry-run": { type: "boolean", default: false },
      "from-embedded": { type: "boolean", default: false },
      "partition-messages": { type: "string" },
    } as const;
    const { values } = parseArgs({ args, options });
    const asked = values["partition-messages"];
    if (asked !== undefined && !/^([2-9]|[1-9]\d|[12]\d\d)$/.test(asked))
      throw new Error("--partition-messages takes a number from 2 to 299");
    if (asked !== undefined && values["from-embedded"])
      throw new Error("--from-embedded and --partition-messages go one after the other");
    return {
      isDryRun: values["dry-run"],
      isMove: values["from-embedded"],
      partitions: asked === undefined ? undefined : Number(asked),
    };
  } catch (error) {
    throw new StartFault(
      [
        errorMessageOf(error),
        "npm run migrate               brings the schema and the searched names up to date",
        "npm run migrate -- --dry-run  says what that would do, and changes nothing",
        "npm run migrate -- --from-embedded  moves the embedded database to DATABASE_URL (docs/operations.md)",
        "npm run migrate -- --partition-messages 64  takes messages apart, while no node runs (docs/scaling.md)",
      ],
      { cause: error },
    );
  }
}

/** Readers and writers of messages wait for it, so nobody should be served meanwhile. */
async function partition({ db, backend }: Database, partitions: number, isDryRun: boolean) {
  if (backend !== "postgres") throw new StartFault(["--partition-messages needs DATABASE_URL"]);
  if (await arePartitioned(db)) throw new StartFault(["messages stand in partitions already"]);
  if (await servesNow(db))
    throw new StartFault([
      "a node serves this database, or did within the last minute: stop all nodes, and try again then",
    ]);
  if (isDryRun) console.log(`messages: into ${partitions} partitions`);
  else await partitionMessages(db, partitions);
  if (!isDryRun) console.log(`✓ Messages stand in ${partitions} partitions`);
}

async function printPending(database: Database): Promise<void> {
  const { pending, newer, queue, areIndexed, areNamesStale, isUpToDate } =
    await readPending(database);
  for (const name of pending)
    console.log(`${name}: ${isOutsideTransaction(name) ? "outside" : "in"} a transaction`);
  if (queue.version === null) console.log(`tables of the job queue: made, version ${queue.wanted}`);
  else if (queue.version < queue.wanted)
    console.log(`tables of the job queue: from version ${queue.version} to ${queue.wanted}`);
  if (pending.length === 0 && !areIndexed) console.log("indexes of the waiting pushes: made");
  if (areNamesStale) console.log("names that members are found by: made anew");
  if (isUpToDate) printUpToDate(newer);
}

async function readPending(database: Database) {
  const { pending, newer } = await readSchema(database.db);
  const queue = await readQueueSchema(database);
  const areIndexed = await areLinesIndexed(database.db);
  const areNamesStale = await areSearchNamesStale(database.db);
  const isQueueReady = queue.version !== null && queue.version >= queue.wanted;
  const isUpToDate = pending.length === 0 && isQueueReady && areIndexed && !areNamesStale;
  return { pending, newer, queue, areIndexed, areNamesStale, isUpToDate };
}

/** Waits for no other process where there is nothing to do: in Kubernetes each pod begins with this (D-SCHEMA). */
async function bringSchemaUpToDate(database: Database): Promise<void> {
  const { isUpToDate, newer } = await readPending(database);
  if (isUpToDate) printUpToDate(newer);
  else
    await oneAtATime(
      database,
      () => applyPending(database),
      (text) => console.log(`… ${text}`),
    );
}

async function applyPending(database: Database): Promise<void> {
  await migrate(database.db, { onDone: (name) => console.log(`✓ ${name}`) });
  await migrateQueue(database);
  await indexLines(database.db);
  const wereNamesStale = await areSearchNamesStale(database.db);
  await remakeSearchNames(database.db);
  if (wereNamesStale) console.log("✓ names that members are found by");
  printUpToDate((await readSchema(database.db)).newer);
}

function printUpToDate(newer: string[]): void {
  const than = newer.length > 0 ? `newer than this build (${newer.join(", ")})` : "up to date";
  console.log(`✓ The schema is ${than}`);
}
