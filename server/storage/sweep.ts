import fp from "fastify-plugin";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";
import type { Storage } from "#server/storage/storage.ts";
import { forgetRemoved, takeRemovable } from "#server/storage/unclaimed-files.ts";

interface Options {
  db: Db;
  storage: Storage;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Removes the files that no row claims, after a running sweep has ended; returns the number of keys. */
    sweepFiles: () => Promise<number>;
    /** As `sweepFiles`, without waiting: must be called when rows with files are deleted, or an upload has failed. */
    sweepFilesSoon: () => void;
  }
}

const everyMs = 5 * 60 * 1000;

/** Sweeps at start, every few minutes and when called, on every node: one node at a time handles a key. */
export const sweepPlugin = fp<Options>((app, { db, storage }) => {
  const { now, soon } = recurring(app, {
    name: "files",
    everyMs,
    work: (signal) => removeUnclaimed(db, storage, signal),
    failed: "could not sweep files, will try again",
  });
  app.decorate("sweepFiles", async () => (await now()) ?? 0);
  app.decorate("sweepFilesSoon", soon);
});

/** Several may run at once. @throws {Failure} `unavailable`: the rest is left for a later one. */
export async function removeUnclaimed(
  db: Db,
  storage: Storage,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const key = await takeRemovable(db);
    if (!key) break;
    await storage.removeBelow(key);
    await forgetRemoved(db, key);
    removed += 1;
  }
  return removed;
}
