/**
 * Educations hold the kind and the region of their institution, by which people are searched and profiles tell: both follow
 * when a load has corrected them, as they do when institutions are merged (`moveReferences`).
 */
import fp from "fastify-plugin";
import { sql, type Transaction } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import { recurring } from "#server/infra/recurring.ts";

/** So few that members who change theirs can wait for them; all of them are indexed anew. */
const membersAtOnce = 200;
const lookEveryMs = 60_000;

/** An operator's import loads institutions while nodes serve. */
export const correctEducationsPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "educations",
    everyMs: lookEveryMs,
    work: (signal) => correctEducations(db, signal),
    failed: "could not give educations the kind and region of their institution, will try again",
  });
});

/** Goes over the institutions that migration 0052 notes, until the signal; a node that stops leaves the rest to the others. */
export async function correctEducations(db: Db, signal?: AbortSignal): Promise<void> {
  const step = () => db.transaction().execute(correctPortion);
  while (!signal?.aborted && (await step()));
}

/** Corrects a portion of one institution. Returns false when nothing is left but what other nodes correct. */
async function correctPortion(trx: Transaction<Tables>): Promise<boolean> {
  const moved = await trx
    .selectFrom("moved_institutions")
    .select("object_id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!moved) return false;
  const isFormer = sql`objects.id = ${moved.object_id} AND object_id = objects.id
    AND (educations.establishment_id, educations.region_id) <> (objects.establishment_id, objects.region_id)`;
  // Members are locked before their educations, as they lock them themselves. Those of the institution are read by
  // themselves: in the order of members, each portion would go over all educations that are corrected already.
  const { rows } = await sql<{ id: number }>`
    WITH former AS MATERIALIZED (SELECT user_id FROM educations, objects WHERE ${isFormer})
    SELECT id FROM users WHERE id IN (SELECT user_id FROM former LIMIT ${membersAtOnce})
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  if (rows.length === 0)
    await trx.deleteFrom("moved_institutions").where("object_id", "=", moved.object_id).execute();
  else
    await sql`
      UPDATE educations SET establishment_id = objects.establishment_id, region_id = objects.region_id
      FROM objects
      WHERE ${isFormer} AND user_id = ANY (${rows.map(({ id }) => id)}::int[])`.execute(trx);
  return true;
}
