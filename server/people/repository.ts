import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { Person } from "#lib/auth/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { nameMatches } from "#server/searchable.ts";

const pageSize = 30;

interface PeopleFilter {
  q?: string | undefined;
  cursor?: string | undefined;
}

/** Verified members other than the one who asks, newest first; with `q`, those whose name it matches. */
export async function searchPeople(
  db: Db,
  persons: Persons,
  userId: number,
  { q, cursor }: PeopleFilter,
): Promise<{ data: Person[]; meta: { next: string | null } }> {
  const after = decodeCursor(cursor, z.tuple([id]));
  let query = db
    .selectFrom("users")
    .select(personColumns(userId))
    .where("users.verified_at", "is not", null)
    .where("users.deleted_at", "is", null)
    .where("users.id", "<>", userId)
    .orderBy("users.id", "desc")
    .limit(pageSize + 1);
  const matches = nameMatches(sql.ref("users.search_name"), q);
  if (matches) query = query.where(matches);
  if (after) query = query.where("users.id", "<", after[0]);
  return seekPage(await query.execute(), pageSize, persons.toPerson, (row) => [row.id]);
}
