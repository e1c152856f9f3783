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
    /** Removes the files that no row claims, once a sweep that runs has ended; answers of how many keys. */
    sweepFiles: () => Promise<number>;
    /** The same, not waited for: to be called when rows with files are gone, or an upload has failed. */
    sweepFilesSoon: () => void;
  }
}

const everyMs = 5 * 60 * 1000;

/** Sweeps at start, every few minutes and when called, on every node: each key is one node's at a time. */
export const sweepPlugin = fp<Options>((app, { db, storage }) => {
  const { now, soon } = recurring(app, {
    everyMs,
    work: () => removeUnclaimed(db, storage),
    failed: "could not sweep files, will try again",
  });
  app.decorate("sweepFiles", async () => (await now()) ?? 0);
  app.decorate("sweepFilesSoon", soon);
});

/** Several may run at once. @throws {Failure} `unavailable`: what is left is for a later one. */
export async function removeUnclaimed(db: Db, storage: Storage): Promise<number> {
  let removed = 0;
  for (let key = await takeRemovable(db); key; key = await takeRemovable(db)) {
    await storage.removeBelow(key);
    await forgetRemoved(db, key);
    removed += 1;
  }
  return removed;
}
