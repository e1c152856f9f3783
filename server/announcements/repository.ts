import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Announcement } from "#lib/config/schema.ts";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

/** The announcement that members see now, by the database's clock: of several, the one that began last. */
async function findAnnouncement(db: Db): Promise<Announcement | null> {
  const row = await db
    .selectFrom("announcements")
    .select(["id", "texts", "ends_at"])
    .where("ends_at", ">", sql<Date>`now()`)
    .where("starts_at", "<=", sql<Date>`now()`)
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, ends_at: row.ends_at.toISOString() } : null;
}

/** Announcements that have not ended, or all, newest first. */
export function listAnnouncements(db: Db, { all, limit }: { all: boolean; limit: number }) {
  return db
    .selectFrom("announcements")
    .selectAll()
    .$if(!all, (query) => query.where("ends_at", ">", sql<Date>`now()`))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** `startsAt`: null for now. */
export async function insertAnnouncement(
  db: Db,
  {
    texts,
    startsAt,
    endsAt,
  }: { texts: Record<string, string>; startsAt: Date | null; endsAt: Date },
) {
  return db
    .insertInto("announcements")
    .values({
      texts: JSON.stringify(texts) as unknown as Record<string, string>, // jsonb is written as text
      starts_at: startsAt ?? sql<Date>`now()`,
      ends_at: endsAt,
    })
    .returning(["id", sql<boolean>`ends_at > greatest(now(), starts_at)`.as("will_be_shown")])
    .executeTakeFirstOrThrow();
}

/** Returns whether one existed that had not ended. */
export async function endAnnouncement(db: Db, id: number): Promise<boolean> {
  const ended = await db
    .updateTable("announcements")
    .set({ starts_at: sql<Date>`least(starts_at, now())`, ends_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("ends_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The announcement that members see now, answered from memory, because every page begins with it. */
    currentAnnouncement: () => Announcement | null;
    /** Reads the announcement again from the database. */
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
  recurring(app, {
    name: "announcement",
    everyMs,
    work: refresh,
    failed: "could not read the announcement",
  });
  app.decorate("currentAnnouncement", () => current);
  app.decorate("refreshAnnouncement", refresh);
});
