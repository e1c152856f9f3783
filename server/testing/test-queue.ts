import { pino } from "pino";
import { inject } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { openJobQueue } from "#server/infra/jobs/job-queue.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

/** A job queue on a database of its own that retries at once. */
export async function startTestQueue() {
  const testDatabase = await createTestDatabase(inject("preparedDatabase"));
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "trace" },
    {
      write(line: string) {
        lines.push(JSON.parse(line) as Record<string, unknown>); // a line of pino is an object
      },
    },
  );
  const database = await openDatabase({ ...readEnv(testDatabase.variables), log });
  const jobs = await openJobQueue(database, log, { retryDelayS: 0 });
  return {
    db: database.db,
    jobs,
    /** The queue as another process opens it; the caller closes it. */
    openAnother: () => openJobQueue(database, log),
    lines,
    logged: (message: string) => lines.filter(({ msg }) => msg === message),
    async close() {
      await jobs.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

export type TestQueue = Awaited<ReturnType<typeof startTestQueue>>;
