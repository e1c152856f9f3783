import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { ClassMemberList } from "#lib/classes/schema.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { idMax } from "#lib/http/schema.ts";
import type { ClassYears } from "#lib/members/class-key.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { ClassTables } from "#server/classes/tables.ts";
import type { Db } from "#server/db/database.ts";
import { peopleNamed } from "#server/db/searchable.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import { storedClass } from "#server/members/class-members.ts";
import { isFriend, isVisible } from "#server/visibility.ts";

const pageSize = 30;

/** Friends, the reader's own group, the others: each part by name. */
const tiers = ["friends", "group", "others"] as const;
const place = z.tuple([z.int().min(0).max(2), z.string().max(120), z.int().min(0).max(idMax)]);
type Place = z.infer<typeof place>;

export interface RosterOptions {
  persons: Persons;
  statusesOf: (userId: number, otherIds: number[]) => Promise<Map<number, FriendshipStatus>>;
}

interface RosterRequest {
  readerId: number;
  objectId: number;
  years: ClassYears;
  group?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}

/**
 * The members of a class, 30 a page, the reader included: friends first, then the reader's own group, then by name.
 * Each part is read along an index only as far as the page needs, so that a large class takes no longer than a small
 * one. @throws {Failure} `invalid` for a cursor of another list.
 */
export async function listClassMembers(
  db: Db,
  { persons, statusesOf }: RosterOptions,
  { cursor, ...request }: RosterRequest,
): Promise<ClassMemberList> {
  const after = decodeCursor(cursor, place);
  const ownGroup = await ownGroupOf(db, request);
  const rows: RosterRow[] = [];
  for (const [tier] of [...tiers.entries()].slice(after?.[0] ?? 0)) {
    if (rows.length > pageSize) break;
    if (tiers[tier] === "group" && ownGroup === "") continue;
    const from: Place = after?.[0] === tier ? after : [tier, "", 0];
    const limit = pageSize + 1 - rows.length;
    const found = await readTier(db, request, { ownGroup, from, limit });
    rows.push(...found.map((row) => ({ ...row, tier })));
  }
  const statuses = await statusesOf(
    request.readerId,
    rows.map(({ id }) => id),
  );
  return seekPage(
    rows,
    pageSize,
    (row) => ({
      ...persons.toPerson(row),
      status: row.id === request.readerId ? "self" : (statuses.get(row.id) ?? "none"),
      group: row.study_group,
    }),
    (row) => [row.tier, row.sort_name, row.id],
  );
}

/** How many friends of the reader the roster holds. */
export async function countFriendsOfClass(
  db: Db,
  { readerId, ...asked }: Pick<RosterRequest, "readerId" | "objectId" | "years">,
): Promise<number> {
  const { friends } = await findableMembers(db, readerId)
    .innerJoin(friendsOfClass(readerId, asked), (join) =>
      join.onRef("member.user_id", "=", "users.id"),
    )
    .select(sql<number>`count(DISTINCT users.id)::int`.as("friends"))
    .where(isVisible("educations", readerId))
    .executeTakeFirstOrThrow();
  return friends;
}

type RosterRow = Awaited<ReturnType<typeof readTier>>[number] & { tier: number };

/** The reader's group in this class; empty without one. */
async function ownGroupOf(db: Db, { readerId, objectId, years }: RosterRequest): Promise<string> {
  const { ended, began } = storedClass(years);
  const row = await db
    .selectFrom("class_members")
    .select("study_group_key")
    .where("user_id", "=", readerId)
    .where("object_id", "=", objectId)
    .where("ended", "=", ended)
    .where("began", "=", began)
    .executeTakeFirst();
  return row?.study_group_key ?? "";
}

function readTier(
  db: Db,
  { readerId, group, q, ...asked }: RosterRequest,
  { ownGroup, from, limit }: { ownGroup: string; from: Place; limit: number },
) {
  const [tier, name, id] = from;
  const isOfFriends = tiers[tier] === "friends";
  let query = findableMembers(db, readerId)
    .innerJoin(isOfFriends ? friendsOfClass(readerId, asked) : membersOfClass(asked), (join) =>
      join.onRef("member.user_id", "=", "users.id"),
    )
    .select([...personColumns(readerId), "member.study_group", "member.sort_name"])
    .where(isVisible("educations", readerId))
    .where(sql<boolean>`(member.sort_name, member.user_id) > (${name}, ${id}::int)`)
    .orderBy("member.sort_name")
    .orderBy("member.user_id")
    .limit(limit);
  if (!isOfFriends) query = query.where(sql<boolean>`NOT ${isFriend(readerId)}`);
  if (tiers[tier] === "group") query = query.where("member.study_group_key", "=", ownGroup);
  if (tiers[tier] === "others" && ownGroup !== "")
    query = query.where("member.study_group_key", "<>", ownGroup);
  if (group !== undefined) query = query.where("member.study_group_key", "=", studyGroupKey(group));
  const matches = peopleNamed(sql.ref("member.user_id"), q);
  if (matches) query = query.where(matches);
  return query.execute();
}

type ClassMemberRow = Selectable<ClassTables["class_members"]>;
type Asked = Pick<RosterRequest, "objectId" | "years">;

const ofClass = ({ objectId, years }: Asked) => {
  const { ended, began } = storedClass(years);
  return sql`object_id = ${objectId} AND ended = ${ended} AND began = ${began}`;
};

const membersOfClass = (asked: Asked) =>
  sql<ClassMemberRow>`(SELECT * FROM class_members WHERE ${ofClass(asked)})`.as<"member">(
    sql`member`,
  );

/**
 * Each friend is looked up by their id, and all of them, because the other parts leave friends out: `OFFSET 0` skips no
 * row, but keeps the planner from reading the whole class instead.
 */
const friendsOfClass = (readerId: number, asked: Asked) =>
  sql<ClassMemberRow>`(
  SELECT found.* FROM (
    SELECT high_user FROM friendships WHERE low_user = ${readerId} AND accepted_at IS NOT NULL
    UNION ALL SELECT low_user FROM friendships WHERE high_user = ${readerId} AND accepted_at IS NOT NULL
  ) AS friend(id) CROSS JOIN LATERAL (
    SELECT * FROM class_members WHERE user_id = friend.id AND ${ofClass(asked)} OFFSET 0
  ) AS found)`.as<"member">(sql`member`);
