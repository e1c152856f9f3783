import fp from "fastify-plugin";
import type { Db } from "#server/db/database.ts";
import { releaseForgotten } from "#server/media/release.ts";
import { recurring } from "#server/infra/recurring.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Releases what was given for a message and is in none, once it runs no more; answers how many. */
    sweepMedia: () => Promise<number>;
  }
}

const everyMs = 60 * 60 * 1000;

/** Sweeps at start and every hour, on every node. */
export const mediaSweepPlugin = fp<{ db: Db }>((app, { db }) => {
  const { now } = recurring(app, {
    everyMs,
    work: async () => {
      const released = await releaseForgotten(db);
      if (released > 0) app.sweepFilesSoon();
      return released;
    },
    failed: "could not sweep media, will try again",
  });
  app.decorate("sweepMedia", async () => (await now()) ?? 0);
});
