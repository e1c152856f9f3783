import type { JobWithMetadata, PgBoss } from "pg-boss";

/** How many jobs of a kind a process handles at the same time, and of which priorities, if not of all. */
export interface WorkPlaces {
  atOnce: number;
  minPriority?: number;
  maxPriority?: number;
}

const pollS = 2;

/**
 * Has one worker in each place. Returns what has an idle one look for a job at once: where it finds one, it has the next
 * look, so that no more of them ask the database than there are jobs.
 */
export async function occupyPlaces<Payload extends object>(
  boss: PgBoss,
  kind: string,
  { atOnce, ...priorities }: WorkPlaces,
  work: (job: JobWithMetadata<Payload>) => Promise<void>,
): Promise<() => void> {
  const idle = new Set<string>();
  const look = () => {
    const [worker] = idle;
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  for (let place = 0; place < atOnce; place += 1) {
    const worker: string = await boss.work(
      kind,
      {
        ...priorities,
        includeMetadata: true,
        // The others poll for when the first is busy: together as often as it does.
        pollingIntervalSeconds: place === 0 ? pollS : pollS * atOnce,
        localGroupConcurrency: 1,
      },
      async ([job]: JobWithMetadata<Payload>[]) => {
        if (!job) return;
        idle.delete(worker);
        look();
        await work(job).finally(() => {
          idle.add(worker);
          boss.notifyWorker(worker); // more jobs may be waiting
        });
      },
    );
    idle.add(worker);
  }
  return look;
}
