import fp from "fastify-plugin";
import type { Announcement } from "#lib/config/schema.ts";
import { findAnnouncement } from "#server/announcements/repository.ts";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The announcement that members see now. It does not wait, because every page begins with it. */
    currentAnnouncement: () => Announcement | null;
    /** Reads it again from the database. */
    refreshAnnouncement: () => Promise<void>;
  }
}

const everyMs = 5_000;

/** Caches the announcement that members see; while the database is away, the last one that was read. */
export const announcementPlugin = fp<{ db: Db }>((app, { db }) => {
  let current: Announcement | null = null;
  const refresh = async () => {
    current = await findAnnouncement(db);
  };
  recurring(app, { everyMs, work: refresh, failed: "could not read the announcement" });
  app.decorate("currentAnnouncement", () => current);
  app.decorate("refreshAnnouncement", refresh);
});
