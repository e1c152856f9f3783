/**
 * How many members each institution has, as pages tell it: taken over once an hour from the sizes of classes
 * (D-PUBLIC-FACE), without those who do not show everybody where they studied (D-SECTIONS).
 */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";
import { isVisible } from "#server/visibility.ts";

/** So rarely that no list reveals the moment in which a member joins or leaves. */
const everyMs = 60 * 60 * 1000;

declare module "fastify" {
  interface FastifyInstance {
    /** Copies the number of members of every institution. */
    countInstitutions: () => Promise<void>;
  }
}

/** Runs at start and every hour, on every node: each writes the same, and only changes. */
export const memberCountsPlugin = fp<{ db: Db }>((app, { db }) => {
  const count = async () => {
    await sql`
      INSERT INTO institution_counts AS known (object_id, members)
      SELECT object_id, class_sizes.total - coalesce(hidden.total, 0)
      FROM class_sizes LEFT JOIN (
        SELECT object_id, count(DISTINCT user_id)::int AS total
        FROM users JOIN class_members ON class_members.user_id = users.id
        WHERE NOT ${isVisible("educations", null)} GROUP BY object_id
      ) AS hidden USING (object_id)
      WHERE ended = 0 AND study_group_key = ''
      ON CONFLICT (object_id) DO UPDATE SET members = excluded.members
      WHERE known.members <> excluded.members`.execute(db);
  };
  app.decorate("countInstitutions", count);
  recurring(app, {
    everyMs,
    work: count,
    failed: "could not count the members of institutions, will try again",
  });
});
