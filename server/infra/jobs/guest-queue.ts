import type { Transaction } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import type { JobKind } from "#server/infra/jobs/job-queue.ts";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

/**
 * Queues jobs of these kinds for the servers: it does not process them, and leaves the tables of the queue to the
 * servers too. Must be opened before the transaction.
 */
export async function openGuestQueue({ db, backend }: Database, log: Logger, kinds: JobKind[]) {
  const guest = { migrate: false, supervise: false, schedule: false };
  const boss = new PgBoss({ db: fromKysely(db), backend, ...guest });
  boss.on("error", (error) => {
    log.warn({ err: error }, "job queue error");
  });
  try {
    await boss.start();
    // Looked up now, as by a server, because within a transaction the lookup would wait for another connection.
    for (const kind of kinds) await boss.findJobs(kind, { key: "" });
  } catch (error) {
    throw new StartFault(
      [`jobs cannot be queued before a node of this build has started: ${errorMessageOf(error)}`],
      { cause: error },
    );
  }
  return {
    enqueue: async (trx: Transaction<Tables>, kind: JobKind, payload: object) => {
      await boss.send(kind, payload, { db: fromKysely(trx) });
    },
    close: () => boss.stop({ graceful: false }),
  };
}
