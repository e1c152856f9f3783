/** The newest requests to a member for the home page, as a part of its answer. */
import { type RawBuilder, sql } from "kysely";
import { personColumns, type Persons, type StoredPerson } from "#server/auth/person.ts";
import type { Person } from "#lib/auth/schema.ts";
import type { Tie } from "#lib/auth/tie-schema.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { countRequests } from "#server/friends/lists.ts";
import { otherIsThere, sides } from "#server/members/friendships.ts";

const shownMax = 3;

interface NewestRequests {
  newest: { person: Person; created_at: string; ties: Tie[] }[];
  total: number;
}

interface RequestRow extends StoredPerson {
  since: string;
  ties: unknown;
}

/** `ties`: the ties of the member in the current row of `users` with `userId`. */
export function newestRequests(
  db: Db,
  persons: Persons,
  userId: number,
  ties: AnswerPart<Tie[]>,
): AnswerPart<NewestRequests> {
  const ofSide = sides.map(
    ({ mine, theirs }): RawBuilder<unknown> => sql`(
      SELECT ${theirs}, created_at FROM friendships
      WHERE ${mine} = ${userId} AND accepted_at IS NULL AND requested_by = ${theirs} AND ${otherIsThere(theirs)}
      ORDER BY created_at DESC, ${theirs} DESC LIMIT ${shownMax})`,
  );
  const newest = db
    .selectFrom(
      sql<{ other: number; since: Date }>`(${sql.join(ofSide, sql` UNION ALL `)})`.as<"request">(
        sql`request (other, since)`,
      ),
    )
    .innerJoin("users", "users.id", "request.other")
    .select([...personColumns(userId), "request.since", sql`${ties.column}`.as("ties")])
    .orderBy("request.since", "desc")
    .orderBy("users.id", "desc")
    .limit(shownMax);
  return {
    column: sql`json_build_object('total', ${countRequests(userId, "incoming")}, 'newest', ${rowsColumn(sql`${newest}`)})`,
    read: (value) => {
      const { total, newest } = value as { total: number; newest: RequestRow[] }; // the type of the column above
      return {
        total,
        newest: newest.map((row) => ({
          person: persons.toPerson(row),
          created_at: new Date(row.since).toISOString(),
          ties: ties.read(row.ties),
        })),
      };
    },
  };
}
