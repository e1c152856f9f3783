/** Deletes media uploaded for messages once neither a message nor the profile refers to them. */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

/**
 * Deletes those of the media that nothing refers to, and frees their quota; returns how many. A sweep deletes the
 * files.
 */
export async function releaseUnheld(db: Db, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    // Locks members before their media, as everywhere where both are locked.
    await sql`
      SELECT FROM users WHERE id IN (SELECT user_id FROM media WHERE id = ANY(${ids}::bigint[]))
      ORDER BY id FOR NO KEY UPDATE`.execute(trx);
    // Waits for messages that are being stored with these files, which lock the same rows.
    await sql`SELECT FROM media WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(
      trx,
    );
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
  });
}

const pageMax = 5_000;

/**
 * Deletes unreferenced media older than a day: those never sent, and those left by a process that died. It walks over
 * the media by id until the signal, so that no statement takes long; several may run at once.
 */
export async function releaseForgotten(db: Db, signal?: AbortSignal): Promise<number> {
  let released = 0;
  for (let after = 0; !signal?.aborted;) {
    const looked = await sql<{ last: number | null; unheld: number[] | null }>`
      SELECT max(id) AS last, array_agg(id) FILTER (WHERE NOT held) AS unheld
      FROM (
        SELECT id, in_profile OR EXISTS (SELECT FROM message_attachments WHERE media_id = media.id) AS held
        FROM media WHERE id > ${after} AND created_at < now() - interval '1 day'
        ORDER BY id LIMIT ${pageMax}) AS page`.execute(db);
    const { last, unheld } = looked.rows[0] ?? {};
    if (last == null) break;
    released += await releaseUnheld(db, unheld ?? []);
    after = last;
  }
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
