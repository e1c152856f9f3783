/** Deletes media uploaded for messages once neither a message nor the profile refers to them. */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import { walkOn } from "#server/db/walk.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

/**
 * Deletes those of the media that nothing refers to, and frees their quota; returns how many. A sweep deletes the
 * files.
 */
export async function releaseUnheld(db: Db, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.transaction().execute((trx) => releaseIn(trx, ids));
}

async function releaseIn(trx: Db, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  // Locks members before their media, as everywhere where both are locked.
  await sql`
    SELECT FROM users WHERE id IN (SELECT user_id FROM media WHERE id = ANY(${ids}::bigint[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  // Waits for messages that are being stored with these files, which lock the same rows.
  await sql`SELECT FROM media WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(trx);
  const deleted = await sql<{ user_id: number; storage_key: string; bytes: number }>`
    DELETE FROM media WHERE id = ANY(${ids}::bigint[]) AND NOT in_profile
      AND NOT EXISTS (SELECT FROM message_attachments WHERE media_id = media.id)
    RETURNING user_id, storage_key, bytes`.execute(trx);
  for (const { user_id, bytes } of deleted.rows)
    await trx
      .updateTable("users")
      .set({ media_bytes: sql`media_bytes - ${bytes}` })
      .where("id", "=", user_id)
      .execute();
  await releaseFiles(
    trx,
    deleted.rows.map(({ storage_key }) => storage_key),
  );
  return deleted.rows.length;
}

/**
 * Deletes unreferenced media until the signal: those that messages have ceased to hold, by whomever, and those that were
 * never sent within a day. Each file is looked at once for the latter, however many there are; several may run at once.
 */
export async function releaseForgotten(db: Db, signal?: AbortSignal): Promise<number> {
  return (await releaseFreed(db, signal)) + (await releaseUnsent(db, signal));
}

const freedAtOnce = 500;

/** A node that deletes a message frees its files right after, so most of these are gone. */
async function releaseFreed(db: Db, signal?: AbortSignal): Promise<number> {
  let released = 0;
  const portion = () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ media_id: number }>`
        DELETE FROM freed_media WHERE id IN (
          SELECT id FROM freed_media ORDER BY id LIMIT ${freedAtOnce} FOR UPDATE SKIP LOCKED)
        RETURNING media_id`.execute(trx);
      released += await releaseIn(
        trx,
        rows.map(({ media_id }) => media_id),
      );
      return rows.length;
    });
  await inPortions(freedAtOnce, portion, signal);
  return released;
}

const lookedAtOnce = 1_000;

/**
 * Walks on over the media by id, as far as they are a day old. Ids of two that came at once may be in the other order than
 * their times, so it goes no further than to the first younger one, but looks at the rest of its portion.
 */
async function releaseUnsent(db: Db, signal?: AbortSignal): Promise<number> {
  let released = 0;
  const portion = async (trx: Db, after: number) => {
    const { rows } = await sql<{ id: number; is_due: boolean; held: boolean }>`
      SELECT id, created_at < now() - interval '1 day' AS is_due,
        in_profile OR EXISTS (SELECT FROM message_attachments WHERE media_id = media.id) AS held
      FROM media WHERE id > ${after} ORDER BY id LIMIT ${lookedAtOnce}`.execute(trx);
    const unheld = rows.filter(({ is_due, held }) => is_due && !held);
    released += await releaseIn(
      trx,
      unheld.map(({ id }) => id),
    );
    const young = rows.findIndex(({ is_due }) => !is_due);
    const passed = young < 0 ? rows : rows.slice(0, young);
    const isOver = young >= 0 || rows.length < lookedAtOnce;
    return { after: passed.at(-1)?.id ?? after, next: isOver ? "later" : "now" } as const;
  };
  await walkOn(db, "media", portion, signal);
  return released;
}

/** Sweeps media at start and every hour, on every node. */
export const mediaSweepPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "media",
    everyMs: hourMs,
    work: async (signal) => {
      if ((await releaseForgotten(db, signal)) > 0) app.sweepFilesSoon();
    },
    failed: "could not sweep media, will try again",
  });
});
