/** How many members each institution has, counted once an hour, so that a list of many takes no query for each (D-PUBLIC-FACE). */
import fp from "fastify-plugin";
import { sql } from "kysely";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

const everyMs = 60 * 60 * 1000;
/** Institutions of one statement: few, so that none takes long. */
const countedAtOnce = 50;
/** One more than the greatest number that is shown. */
const membersMax = 10_001;

declare module "fastify" {
  interface FastifyInstance {
    /** Counts the members of every institution anew. */
    countInstitutions: () => Promise<void>;
  }
}

/** Counts at start and every hour, on every node: each writes the same. */
export const memberCountsPlugin = fp<{ db: Db }>((app, { db }) => {
  const count = async () => {
    for (let last: number | undefined = 0; last !== undefined;) last = await countSome(db, last);
  };
  app.decorate("countInstitutions", count);
  recurring(app, {
    everyMs,
    work: count,
    failed: "could not count the members of institutions, will try again",
  });
});

/** Counts the next ones after an id, along the index of each; answers the last id, undefined at the end. */
async function countSome(db: Db, after: number): Promise<number | undefined> {
  const members = findableMembers(db, null)
    .innerJoin("educations", "educations.user_id", "users.id")
    .select("users.id")
    .where("educations.object_id", "=", sql<number>`next.id`)
    .limit(membersMax);
  const { rows } = await sql<{ object_id: number }>`
    INSERT INTO institution_counts (object_id, members)
    SELECT next.id, (SELECT count(DISTINCT id) FROM (${members}) AS member)
    FROM (SELECT id FROM objects WHERE id > ${after} ORDER BY id LIMIT ${countedAtOnce}) AS next
    ON CONFLICT (object_id) DO UPDATE SET members = excluded.members
    RETURNING object_id`.execute(db);
  return rows.length === 0 ? undefined : Math.max(...rows.map(({ object_id }) => object_id));
}
