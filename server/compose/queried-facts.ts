/** What the metrics say of other servers, which have to be asked for each scrape. */
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type BackupState, createBackupState } from "#server/compose/backup-state.ts";
import type { Deps } from "#server/compose/deps.ts";
import type { Env } from "#server/env.ts";
import type { AskReadiness } from "#server/http/health.ts";

export interface FactSources extends Pick<Deps, "database" | "jobs"> {
  askReadiness: AskReadiness;
  env: Pick<Env, "backupS3" | "varDir">;
}

/** Values that have to be queried; undefined where the answer did not come in time. */
export interface Facts {
  readiness: Awaited<ReturnType<AskReadiness>> | undefined;
  backlog: Awaited<ReturnType<Deps["jobs"]["backlog"]>> | undefined;
  disk: { freeBytes: number; sizeBytes: number } | undefined;
  backup: BackupState | undefined;
}

/** Prometheus gives a scrape ten seconds, so queries may take less. */
const askedWithinMs = 3_000;
/** Counting the waiting jobs reads all of them, so it is done this rarely. */
const backlogEveryMs = 15_000;

export function createAskFacts({ askReadiness, jobs, database, env }: FactSources) {
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
  return async (): Promise<Facts> => {
    const [readiness, backlog, disk, backup] = await Promise.all([
      inTime(askReadiness()),
      askBacklog(),
      inTime(askDisk()),
      inTime(askBackup()),
    ]);
    return { readiness, backlog, disk, backup };
  };
}

/** A value that cannot be read in time is missing from the metrics, and delays no other. */
const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), wait(askedWithinMs, undefined, { ref: false })]);
