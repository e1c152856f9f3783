/**
 * Copies the sizes of classes once an hour to the numbers of members that pages show (D-PUBLIC-FACE), without those who
 * do not show everybody where they studied (D-SECTIONS).
 */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";
import { isVisible } from "#server/visibility.ts";

/** Numbers are renewed only once an hour, so that no list reveals the moment in which a member joins or leaves. */
const everyMs = hourMs;

/** Runs at start and every hour, on every node: each writes the same, and only changes. */
export const memberCountsPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "member_counts",
    everyMs,
    work: (signal) => countInstitutions(db, { signal }),
    failed: "could not count the members of institutions, will try again",
  });
});

/**
 * Copies the number of members of every institution; where the signal ends the count before, it copies none.
 * `membersAtOnce`: how many members who hide one statement reads, few enough that none exceeds the time limit of a statement.
 */
export async function countInstitutions(
  db: Db,
  { membersAtOnce = 20_000, signal }: { membersAtOnce?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const hidden = await countHidden(db, membersAtOnce, signal);
  if (!hidden) return;
  await sql`
    INSERT INTO institution_counts AS known (object_id, members)
    SELECT object_id, greatest(0, class_sizes.total - coalesce(hidden.total, 0))
    FROM class_sizes JOIN objects ON objects.id = object_id LEFT JOIN unnest(
      ${[...hidden.keys()]}::integer[], ${[...hidden.values()]}::integer[]
    ) AS hidden (object_id, total) USING (object_id)
    WHERE ended = 0 AND study_group_key = ''
    ON CONFLICT (object_id) DO UPDATE SET members = excluded.members
    WHERE known.members <> excluded.members`.execute(db);
}

/** Read from their own index (migration 0053), since every node reads them (D-NOTED). */
export const hidingMembers = (afterId: number, membersAtOnce: number) => sql`
  SELECT id FROM users WHERE NOT (${isVisible("educations", null)}) AND id > ${afterId}
  ORDER BY id LIMIT ${membersAtOnce}`;

/** Counts, by institution, the members who do not show everybody that they studied there; null after the signal. */
async function countHidden(
  db: Db,
  membersAtOnce: number,
  signal?: AbortSignal,
): Promise<Map<number, number> | null> {
  const hidden = new Map<number, number>();
  for (let after = 0; !signal?.aborted;) {
    const { rows } = await sql<{ last: number | null; object_id: number | null; total: number }>`
      WITH page AS MATERIALIZED (${hidingMembers(after, membersAtOnce)}),
      last AS (SELECT max(id) AS last FROM page), counted AS (
        SELECT object_id, count(DISTINCT user_id)::int AS total
        FROM page JOIN class_members ON class_members.user_id = page.id
        GROUP BY object_id)
      SELECT last, object_id, total FROM last LEFT JOIN counted ON true`.execute(db);
    for (const { object_id, total } of rows)
      if (object_id !== null) hidden.set(object_id, (hidden.get(object_id) ?? 0) + total);
    const last = rows[0]?.last;
    if (last == null) return hidden;
    after = last;
  }
  return null;
}
