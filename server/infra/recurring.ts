import type { FastifyInstance } from "fastify";

interface Recurring<T> {
  everyMs: number;
  work: () => Promise<T>;
  /** The log message of a failure; the next run retries. */
  failed: string;
}

/** Runs work when the server is ready and repeatedly from then on, never twice at once; closing waits for it. */
export function recurring<T>(
  app: FastifyInstance,
  { everyMs, work, failed }: Recurring<T>,
): {
  /** Runs the work once the current run has ended; resolves to undefined when the server closes meanwhile. */
  now: () => Promise<T | undefined>;
  /** As `now`, without waiting. Calls before the run begins are merged into one. */
  soon: () => void;
} {
  let last: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  let isClosing = false;
  const now = () => {
    const next = last.then(() => {
      isWaiting = false;
      return isClosing ? undefined : work();
    });
    last = next.catch(() => undefined);
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
  app.addHook("onClose", async () => {
    isClosing = true;
    clearInterval(timer);
    await last;
  });
  return { now, soon };
}
