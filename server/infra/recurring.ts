import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { Db } from "#server/db/database.ts";

interface Recurring<T> {
  /** The label `work` of the metrics. */
  name: string;
  everyMs: number;
  /** The server waits for it when it closes, so work in portions asks the signal before each and then leaves the rest. */
  work: (signal: AbortSignal) => Promise<T>;
  /** The log message of a failure; the next run retries. */
  failed: string;
}

interface Runs {
  succeeded: number;
  failed: number;
}

const runsByName = new Map<string, Runs>();

/** How often each work has run in this process, since its start; a work that has not run yet counts as 0. */
export const recurringRuns = (): ReadonlyMap<string, Readonly<Runs>> => runsByName;

/**
 * Runs work when the server is ready and at intervals from then on, never twice at once; closing the server tells it by
 * its signal, and waits for it.
 */
export function recurring<T>(
  app: FastifyInstance,
  { name, everyMs, work, failed }: Recurring<T>,
): {
  /** Runs the work once the current run has ended; resolves to undefined when the server closes meanwhile. */
  now: () => Promise<T | undefined>;
  /** As `now`, without waiting. Calls before the run begins are merged into one. */
  soon: () => void;
} {
  const runs = runsByName.get(name) ?? { succeeded: 0, failed: 0 };
  runsByName.set(name, runs);
  let last: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  const closing = new AbortController();
  const now = () => {
    const next = last.then(() => {
      isWaiting = false;
      return closing.signal.aborted ? undefined : work(closing.signal);
    });
    last = next.then(
      () => void (runs.succeeded += 1),
      () => void (runs.failed += 1),
    );
    return next;
  };
  const soon = () => {
    // A run that is waiting will see this change too.
    if (isWaiting) return;
    isWaiting = true;
    now().catch((error: unknown) => {
      app.log.warn({ err: error }, failed);
    });
  };
  const timer = setInterval(soon, everyMs).unref();
  app.addHook("onReady", async () => {
    soon();
  });
  app.addHook("preClose", () => {
    closing.abort();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await last;
  });
  return { now, soon };
}

interface Sweep {
  /** Deletes what has ended, until the signal; returns how many rows. */
  sweep: (db: Db, signal: AbortSignal) => Promise<number>;
  everyMs: number;
  /** For the log message of a failure and, with underscores, the label of the metrics; e.g. "captchas". */
  rows: string;
}

/** A plugin that sweeps at start and repeatedly from then on, on every node. */
export const recurringSweep = ({ sweep, everyMs, rows }: Sweep) =>
  fp<{ db: Db }>((app, { db }) => {
    recurring(app, {
      name: rows.replaceAll(" ", "_"),
      everyMs,
      work: (signal) => sweep(db, signal),
      failed: `could not sweep ${rows}, will try again`,
    });
  });
