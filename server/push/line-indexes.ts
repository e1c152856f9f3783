/**
 * Indexes of our own on the table of the job queue. Its own lead from all waiting pushes to the next one alone, but each
 * push that is queued asks what waits under its key, in its line and at its host: without these it would read them all, and
 * they are many when a push service is away.
 */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { isWaiting } from "#server/push/lines.ts";

/** The partition that holds the jobs of all kinds: an index of a partitioned table cannot be built CONCURRENTLY. */
const table = sql.table("pgboss.job_common");
const indexes = {
  waiting_pushes_by_key: sql`(singleton_key) WHERE ${isWaiting}`,
  waiting_pushes_by_line: sql`(group_id) WHERE ${isWaiting}`,
  waiting_pushes_by_host: sql`(group_tier, priority) WHERE ${isWaiting} AND group_tier IS NOT NULL`,
};

/** Makes the indexes that are missing, while members are served. Must be called within `oneAtATime`, after the queue. */
export async function indexLines(db: Db): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    if ((await builtIndexes(db)).includes(name)) continue;
    // An interrupted build leaves an invalid index behind.
    await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.table(`pgboss.${name}`)}`.execute(db);
    await sql`CREATE INDEX CONCURRENTLY ${sql.id(name)} ON ${table} ${columns}`.execute(db);
  }
}

export async function areLinesIndexed(db: Db): Promise<boolean> {
  return (await builtIndexes(db)).length === Object.keys(indexes).length;
}

async function builtIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass('pgboss.job_common') AND indisvalid
      AND relname = ANY (${Object.keys(indexes)}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}
