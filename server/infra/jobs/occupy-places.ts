import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { errorMessageOf } from "#server/infra/start-fault.ts";

/** How many jobs of a kind a process handles at the same time, and of which priorities, if not of all. */
export interface WorkPlaces {
  atOnce: number;
  /** A place takes up to so many jobs by one statement, of any groups, and is free when all are done; one unless given. */
  jobsEach?: number;
  minPriority?: number;
  maxPriority?: number;
}

const pollS = 2;

/**
 * Starts one worker for each place. The returned function wakes an idle worker; one that finds a job wakes the next, so that
 * no more workers ask the database than there are jobs.
 */
export async function occupyPlaces<Payload extends object>(
  boss: PgBoss,
  kind: string,
  { atOnce, jobsEach = 1, ...priorities }: WorkPlaces,
  work: (job: JobWithMetadata<Payload>) => Promise<void>,
): Promise<() => void> {
  const idle = new Set<string>();
  const wakeOne = () => {
    const [worker] = idle;
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  for (let place = 0; place < atOnce; place += 1) {
    const worker: string = await boss.work(
      kind,
      {
        ...priorities,
        includeMetadata: true,
        // The first may be busy, so the others poll as well: together as often as the first alone.
        pollingIntervalSeconds: place === 0 ? pollS : pollS * atOnce,
        perJobResults: true,
        batchSize: jobsEach,
        ...(jobsEach === 1 && { localGroupConcurrency: 1 }),
      },
      async (jobs: JobWithMetadata<Payload>[]) => {
        if (jobs.length === 0) return [];
        idle.delete(worker);
        wakeOne();
        const results = await Promise.all(jobs.map((job) => resultOf(job, work)));
        idle.add(worker);
        boss.notifyWorker(worker); // more jobs may be waiting
        return results;
      },
    );
    idle.add(worker);
  }
  return wakeOne;
}

async function resultOf<Payload extends object>(
  job: JobWithMetadata<Payload>,
  work: (job: JobWithMetadata<Payload>) => Promise<void>,
): Promise<JobResult> {
  try {
    await work(job);
    return { id: job.id, status: "completed" };
  } catch (error) {
    return { id: job.id, status: "failed", output: { message: errorMessageOf(error) } };
  }
}
