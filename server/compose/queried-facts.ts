/** What the metrics say of other servers, which have to be asked for each scrape. */
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { idMax } from "#lib/http/schema.ts";
import { type BackupState, createBackupState } from "#server/compose/backup-state.ts";
import type { Deps } from "#server/compose/deps.ts";
import { askStandbys, type Standby } from "#server/compose/standbys.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import type { AskReadiness } from "#server/http/health.ts";
import type { RedisClients } from "#server/infra/redis.ts";
import { askReportAgeS } from "#server/reports/repository.ts";
import { askUnclaimedLateS } from "#server/storage/unclaimed-files.ts";

export interface FactSources extends Pick<Deps, "database" | "jobs" | "redis"> {
  askReadiness: AskReadiness;
  env: Pick<Env, "backupS3" | "varDir">;
}

/** Values that have to be queried; undefined where the answer did not come in time. */
export interface Facts {
  readiness: Awaited<ReturnType<AskReadiness>> | undefined;
  backlog: Awaited<ReturnType<Deps["jobs"]["backlog"]>> | undefined;
  disk: { freeBytes: number; sizeBytes: number } | undefined;
  backup: BackupState | undefined;
  standbys: Standby[] | undefined;
  redisMemory: { usedBytes: number; maxBytes: number | undefined } | undefined;
  idsUsed: { sequence: string; share: number }[] | undefined;
  unclaimedLateS: number | undefined;
  reportAgeS: number | undefined;
}

/** Prometheus gives a scrape ten seconds, so queries may take less. */
const askedWithinMs = 3_000;
/** Counting the waiting jobs reads all of them, so it is done this rarely. */
const backlogEveryMs = 15_000;

export function createAskFacts({ askReadiness, jobs, database, redis, env }: FactSources) {
  const askBackup = createBackupState(database, env);
  let counted: { at: number; backlog: Facts["backlog"] } = { at: -Infinity, backlog: undefined };
  const askBacklog = async () => {
    if (performance.now() - counted.at < backlogEveryMs) return counted.backlog;
    const backlog = await inTime(jobs.backlog());
    counted = { at: performance.now(), backlog };
    return backlog;
  };
  const askDisk = async () => {
    const { bsize, bavail, blocks } = await statfs(env.varDir);
    return { freeBytes: bsize * bavail, sizeBytes: bsize * blocks };
  };
  return () =>
    valuesOf<Facts>({
      readiness: inTime(askReadiness()),
      backlog: askBacklog(),
      disk: inTime(askDisk()),
      backup: inTime(askBackup()),
      standbys: inTime(askStandbys(database)),
      redisMemory: redis ? inTime(askRedisMemory(redis)) : undefined,
      idsUsed: inTime(askIdsUsed(database.db)),
      unclaimedLateS: inTime(askUnclaimedLateS(database.db)),
      reportAgeS: inTime(askReportAgeS(database.db)),
    });
}

/** Waits for all values of an object at once. */
async function valuesOf<T extends object>(asked: {
  [Key in keyof T]: Promise<T[Key]> | T[Key];
}): Promise<T> {
  const entries = Object.entries<unknown>(asked).map(async ([key, value]) => [key, await value]);
  return Object.fromEntries(await Promise.all(entries)) as T; // each key has its own value again
}

/** `maxBytes` is undefined where Redis may take as much as the machine has. */
async function askRedisMemory({ commands }: RedisClients): Promise<Facts["redisMemory"]> {
  const said = await commands.info("memory");
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(said)?.[1] ?? 0);
  return { usedBytes: bytesOf("used_memory"), maxBytes: bytesOf("maxmemory") || undefined };
}

/**
 * The share that is used of each sequence, from its `min_value` (of `member_object_ids` above all ids that operators give)
 * to `idMax`, the largest id of the contract, even where the column could hold more.
 */
async function askIdsUsed(db: Db): Promise<Facts["idsUsed"]> {
  const { rows } = await sql<{ sequence: string; share: number }>`
    SELECT sequencename AS sequence,
      coalesce(last_value - min_value, 0)::float8 / (least(max_value, ${idMax}::bigint) - min_value) AS share
    FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`.execute(db);
  return rows;
}

/** A value that cannot be read in time is missing from the metrics, and delays no other. */
const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), wait(askedWithinMs, undefined, { ref: false })]);
