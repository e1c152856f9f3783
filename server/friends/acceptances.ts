/**
 * Members who have accepted requests: listed and counted until the asker has seen it (docs/decisions.md, D-ACCEPTED).
 */
import { sql } from "kysely";
import { type Acceptance, acceptancesMax } from "#lib/friends/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { otherIsThere, sides } from "#server/members/friendships.ts";

/** Older acceptances are no longer shown. */
const isRecent = sql<boolean>`accepted_at > now() - interval '30 days'`;

/** The other member of a friendship that one of the two requested. */
const other = sql<number>`CASE WHEN requested_by = low_user THEN high_user ELSE low_user END`;

/**
 * Unseen acceptances come first. The seen ones follow so that a page that shows one can see whether the friendship
 * still exists.
 */
export async function listAcceptances(
  db: Db,
  persons: Persons,
  userId: number,
): Promise<Acceptance[]> {
  const acceptancesOnSides = sides.map(
    ({ mine, theirs }) => sql`(
      SELECT ${theirs}, accepted_at, acceptance_unseen FROM friendships
      WHERE ${mine} = ${userId} AND requested_by = ${mine} AND ${isRecent} AND ${otherIsThere(theirs)}
      ORDER BY acceptance_unseen DESC, accepted_at DESC LIMIT ${acceptancesMax})`,
  );
  const rows = await db
    .selectFrom(
      sql<{
        other: number;
        since: Date;
        unseen: boolean;
      }>`(${sql.join(acceptancesOnSides, sql` UNION ALL `)})`.as<"accepted">(
        sql`accepted (other, since, unseen)`,
      ),
    )
    .innerJoin("users", "users.id", "accepted.other")
    .select([...personColumns(userId), "accepted.since", "accepted.unseen"])
    .orderBy("accepted.unseen", "desc")
    .orderBy("accepted.since", "desc")
    .orderBy("users.id", "desc")
    .limit(acceptancesMax)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    friend: persons.toPerson(row),
    created_at: row.since.toISOString(),
    seen: !row.unseen,
  }));
}

/** An expression: the number of acceptances that the member has not seen. */
export const countUnseenAcceptances = (userId: number) => sql<number>`(
  SELECT count(*) FROM (
    SELECT FROM friendships
    WHERE requested_by = ${userId} AND acceptance_unseen AND ${isRecent} AND ${otherIsThere(other)}
    LIMIT ${acceptancesMax}) AS unseen)::int`;

export async function findUnseenAcceptances(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`
    SELECT ${countUnseenAcceptances(userId)} AS unseen`.execute(db);
  return rows[0]?.unseen ?? 0;
}

/** Returns whether any of them was unseen until now. Rows are locked in one order, so that two tabs cannot deadlock. */
export async function markAcceptancesSeen(db: Db, userId: number, ids: number[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE friendships SET acceptance_unseen = false
    FROM (
      SELECT low_user, high_user FROM friendships
      WHERE requested_by = ${userId} AND acceptance_unseen AND ${other} = ANY(${ids}::int[])
      ORDER BY low_user, high_user FOR UPDATE) AS seen
    WHERE friendships.low_user = seen.low_user AND friendships.high_user = seen.high_user`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
