import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail; `jobId` stays the same when a job runs again. */
export type DeliverMail = (mail: Mail, jobId: string) => Promise<void>;

export interface Outbox {
  /** Queues a mail in the transaction that causes it: both are committed or neither. */
  enqueue(trx: Transaction<Tables>, mail: Mail): Promise<void>;
  /** To be called after that commit, so that the mail leaves now rather than at the next poll. */
  wake(): void;
  close(): Promise<void>;
}

const queue = "mail";

/** Without `deliver` mails wait in the queue until a process that can send them takes them. */
export async function openOutbox(
  { db, backend }: Database,
  deliver: DeliverMail | null,
  log: Logger,
): Promise<Outbox> {
  const boss = new PgBoss({ db: fromKysely(db), backend });
  boss.on("error", (error) => {
    log.warn({ err: error }, "job queue error");
  });
  await boss.start();
  // A sent mail holds a link that signs someone in: it is not kept.
  await boss.createQueue(queue, {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 60,
  });
  const worker =
    deliver &&
    (await boss.work<Mail>(queue, { pollingIntervalSeconds: 2 }, async (jobs) => {
      for (const job of jobs) await deliver(job.data, job.id);
    }));
  return {
    async enqueue(trx, mail) {
      await boss.send(queue, mail, { db: fromKysely(trx) });
    },
    wake() {
      if (worker) boss.notifyWorker(worker);
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
