import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Database, Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import { occupyPlaces, type WorkPlaces } from "#server/infra/jobs/occupy-places.ts";
import { tracedAnew } from "#server/telemetry/tracing.ts";

/** Work that is done after the answer, each kind by its own worker. */
const jobKinds = ["mail", "sms", "recovery", "push", "publication"] as const;
export type JobKind = (typeof jobKinds)[number];

/** Does one job; `jobId` stays the same when it is retried. @throws {HopelessJob} when a retry cannot help. */
export type Handle<Payload> = (payload: Payload, jobId: string) => Promise<void>;

export interface Jobs<Payload extends object> {
  /** Queues a job in the transaction that causes it: both are committed or neither. */
  enqueue(trx: Transaction<Tables>, payload: Payload): Promise<void>;
  /** Must be called after that commit, so that the job runs now rather than at the next poll. */
  wake(): void;
}

/** A job of a group. A node does one job of a group at a time, and those that wait for it occupy no place. */
export interface GroupedJob<Payload extends object> {
  payload: Payload;
  /** The waiting job of the highest priority is done first. */
  priority: number;
  group: { id: string; tier?: string };
  /** The key by which the owner of the job finds it again while it waits; it need not be unique. */
  singletonKey: string;
}

export interface GroupedJobs<Payload extends object> extends Jobs<Payload> {
  /** As `enqueue`, all in one statement. */
  enqueueGrouped(trx: Transaction<Tables>, jobs: GroupedJob<Payload>[]): Promise<void>;
}

export interface JobQueue {
  /**
   * Without `handle` jobs wait until a process that can handle them takes them. `retries`: after these a job is
   * dropped; `places`: one for all jobs unless given.
   */
  open<Payload extends object>(
    kind: JobKind,
    handle: Handle<Payload> | null,
    options?: { retries?: number; places?: WorkPlaces[] },
  ): Promise<GroupedJobs<Payload>>;
  /** The waiting jobs of all nodes, of the kinds opened here; kinds without waiting jobs are left out. */
  backlog(): Promise<Backlog[]>;
  /** The outcomes of the jobs that this process tried. */
  outcomes(): JobOutcomes;
  /** Takes no further job. Resolves when those under way are done, or have had five seconds; jobs can still be queued. */
  rest(): Promise<void>;
  /** Rests, then gives back the jobs under way, which run once more elsewhere: call it when this process is to end. */
  close(): Promise<void>;
}

interface Backlog {
  kind: JobKind;
  waiting: number;
  /** The age of the oldest waiting job. */
  oldestS: number;
}

type JobOutcomes = Record<JobKind, { done: number; failed: number; givenUp: number }>;

/** A job that can never succeed: it is logged and dropped, as is one whose retries have ended. */
export class HopelessJob extends Error {}

/** A job that somebody else refuses, who may be mistaken for a while: it is dropped after fewer retries than others. */
export class RefusedJob extends Error {
  readonly retriesMax = 60;
}

interface JobQueueOptions {
  /** The delay before the second try, in seconds; it doubles with each further one. */
  retryDelayS?: number;
}

/** At one retry a minute these last some five days, as long as mail servers keep trying. */
const retriesMax = 7_200;
const rememberedMax = 10_000;
const lastJobsMs = 5_000;

/**
 * Jobs are rows of the database (pg-boss). A failed one is retried with growing delays; a finished one is deleted at
 * once, because it may hold a link or a code that signs someone in. A job is done once, unless the process dies, or
 * loses the database, between doing it and deleting its row: no queue can distinguish that from not having done it. A
 * live process remembers what it did and only deletes; after a crash the job runs again with the same id, by which its
 * receiver can recognise it (a mail's Message-ID, an Idempotency-Key).
 */
export async function openJobQueue(
  { db, backend }: Database,
  log: Logger,
  { retryDelayS = 2 }: JobQueueOptions = {},
): Promise<JobQueue> {
  const boss = new PgBoss({ db: fromKysely(db), backend });
  boss.on("error", (error) => {
    log.warn({ err: error }, "job queue error");
  });
  boss.on("warning", ({ message }) => {
    log.warn({ warning: message }, "job queue warning");
  });
  await boss.start();
  const outcomes = Object.fromEntries(
    jobKinds.map((kind) => [kind, { done: 0, failed: 0, givenUp: 0 }]),
  ) as JobOutcomes; // It has an entry of each kind.
  const options = {
    retryDelay: retryDelayS,
    retryBackoff: retryDelayS > 0,
    ...(retryDelayS > 0 && { retryDelayMax: 60 }),
    expireInSeconds: 5 * 60,
    deleteAfterSeconds: 60,
    warningQueueSize: 1_000,
  };

  const opened = new Set<JobKind>();
  let resting: Promise<unknown> | undefined;
  const rest = async () => {
    resting ??= Promise.race([
      Promise.all([...opened].map((kind) => boss.offWork(kind))),
      wait(lastJobsMs, undefined, { ref: false }),
    ]);
    await resting;
  };
  return {
    async open<Payload extends object>(
      kind: JobKind,
      handle: Handle<Payload> | null,
      { retries = retriesMax, places = [{ atOnce: 1 }] } = {},
    ) {
      opened.add(kind);
      return openQueue(boss, kind, handle, {
        options: { ...options, retryLimit: retries },
        places,
        log,
        outcome: outcomes[kind],
      });
    },
    async backlog() {
      const { rows } = await sql<Backlog>`
        SELECT name AS kind, count(*)::int AS waiting,
          extract(epoch FROM now() - min(created_on))::float8 AS "oldestS"
        FROM pgboss.job WHERE name = ANY(${[...opened]}::text[]) AND state <= 'active'
        GROUP BY name`.execute(db);
      return rows;
    },
    outcomes: () => outcomes,
    rest,
    async close() {
      await rest();
      await boss.stop({ graceful: false });
    },
  };
}

interface QueueOptions {
  options: Parameters<PgBoss["createQueue"]>[1];
  places: WorkPlaces[];
  log: Logger;
  outcome: JobOutcomes[JobKind];
}

async function openQueue<Payload extends object>(
  boss: PgBoss,
  kind: JobKind,
  handle: Handle<Payload> | null,
  { options, places, log, outcome }: QueueOptions,
): Promise<GroupedJobs<Payload>> {
  await boss.createQueue(kind, options);
  // The queue may have been made by an older version.
  await boss.updateQueue(kind, options);
  // pg-boss looks a queue up at its first use. Within a transaction that would wait for another connection, which
  // the embedded database does not have.
  await boss.findJobs(kind, { key: "" });
  const wakers: (() => void)[] = [];
  if (handle) {
    const work = rememberingWorker(boss, kind, handle, { log, outcome });
    for (const place of places) wakers.push(await occupyPlaces(boss, kind, place, work));
  }
  return {
    async enqueue(trx: Transaction<Tables>, payload: Payload) {
      await boss.send(kind, payload, { db: fromKysely(trx) });
    },
    async enqueueGrouped(trx: Transaction<Tables>, jobs: GroupedJob<Payload>[]) {
      const rows = jobs.map(({ payload, ...job }) => ({ ...job, data: payload }));
      await boss.insert(kind, rows, { db: fromKysely(trx) });
    },
    wake() {
      for (const wakeOne of wakers) wakeOne();
    },
  };
}

/** Those whose jobs name an address or a telephone. Of the others there may be very many. */
const addressedKinds: JobKind[] = ["mail", "sms", "recovery"];

/**
 * Deletes the waiting mails and texts to these addresses and telephones, and requests of codes for them: the purge of
 * their member may come before they go out.
 */
export async function deleteJobsTo(db: Db, recipients: string[]): Promise<void> {
  await sql`
    DELETE FROM pgboss.job WHERE name = ANY (${addressedKinds}::text[])
      AND (data->>'to' = ANY (${recipients}::text[]) OR data->>'email' = ANY (${recipients}::text[])
        OR data->>'phone' = ANY (${recipients}::text[]))`.execute(db);
}

function rememberingWorker<Payload extends object>(
  boss: PgBoss,
  kind: JobKind,
  handle: Handle<Payload>,
  { log, outcome }: { log: Logger; outcome: JobOutcomes[JobKind] },
) {
  const done = new LRUCache<string, true>({ max: rememberedMax });
  return async ({ id, data, retryCount, retryLimit }: JobWithMetadata<Payload>) => {
    try {
      if (!done.has(id)) {
        await tracedAnew({ name: `job ${kind}`, kind: "consumer" }, () => handle(data, id));
        outcome.done += 1;
      }
    } catch (error) {
      const retriesLeft =
        (error instanceof RefusedJob ? Math.min(error.retriesMax, retryLimit) : retryLimit) -
        retryCount;
      if (!(error instanceof HopelessJob) && retriesLeft > 0) {
        outcome.failed += 1;
        log.warn({ err: error, kind, jobId: id }, "job failed, will be tried again");
        throw error;
      }
      outcome.givenUp += 1;
      log.error({ err: error, kind, jobId: id }, "job given up");
    }
    done.set(id, true);
    await boss.deleteJob(kind, id);
  };
}
