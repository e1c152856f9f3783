import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { GroupMemberList } from "#lib/messenger/contract/group-schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { cursorTime, decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { findMembership } from "#server/messenger/chats/find-membership.ts";
import type { Reader } from "#server/plugins/session.ts";
import { nameMatches } from "#server/db/searchable.ts";

const pageSize = 50;
const rank = sql<number>`array_position(ARRAY['owner', 'admin', 'member'], chat_members.role)`;
const place = z.tuple([z.int().min(1).max(3), cursorTime, id]);

/** The owner, then admins, then members, each as they have joined. @throws {Failure} `not_found` */
export async function listGroupMembers(
  { db, persons }: { db: Db; persons: Persons },
  reader: Reader,
  chatId: number,
  { q, cursor }: { q?: string | undefined; cursor?: string | undefined },
): Promise<GroupMemberList> {
  const after = decodeCursor(cursor, place);
  if (!(await findMembership(db, reader.id, { x: "group", id: chatId }))) throw notFound();
  let query = db
    .selectFrom("chat_members")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .select(["user_id", "role", "joined_at", rank.as("rank")])
    .where("chat_id", "=", chatId)
    .orderBy(rank)
    .orderBy("joined_at")
    .orderBy("user_id")
    .limit(pageSize + 1);
  const matches = nameMatches(sql.ref("users.search_name"), q);
  if (matches) query = query.where(matches).where("users.deleted_at", "is", null);
  if (after)
    query = query.where(
      sql<boolean>`(${rank}, joined_at, user_id) > (${after[0]}::int, ${after[1]}::timestamptz, ${after[2]}::int)`,
    );
  const rows = await query.execute();
  const people = await persons.findAll(
    reader,
    rows.map(({ user_id }) => user_id),
  );
  const page = seekPage(
    rows,
    pageSize,
    ({ user_id, role }) => ({ person: people.get(user_id), role }),
    (row) => [row.rank, row.joined_at.toISOString(), row.user_id],
  );
  // Every row has a person, which the type does not say: a deleted account is listed as a deleted member until its
  // purge.
  return {
    ...page,
    data: page.data.flatMap(({ person, role }) => (person ? [{ person, role }] : [])),
  };
}
