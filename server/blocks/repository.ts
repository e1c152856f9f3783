import { sql } from "kysely";
import { z } from "zod";
import type { BlockedList } from "#lib/blocks/schema.ts";
import { id } from "#lib/http/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { cursorTime, decodeCursor, seekPage } from "#server/http/cursor.ts";
import { listPart, pagesByCursor } from "#server/infra/export-file.ts";
import { translatorFor } from "#server/infra/translations.ts";
import type { Reader } from "#server/plugins/session.ts";

const pageSize = 30;

/** Whether the member in the current row of `users` has blocked `userId` in return. */
const blocksBack = (userId: number) => sql<boolean>`EXISTS (
  SELECT FROM blocks AS theirs WHERE theirs.blocker_id = users.id AND theirs.blocked_id = ${userId})`;

/**
 * The members whom a member has blocked, newest first; deleted accounts are left out, and return when they are
 * restored. Of a member who has blocked them in return, neither name nor picture is shown.
 */
export async function listBlocked(
  db: Db,
  persons: Persons,
  { id: userId, locale }: { id: number; locale: string },
  cursor?: string,
): Promise<BlockedList> {
  const hidden = { fullname: translatorFor(locale)("Site.someMember"), image: null };
  const after = decodeCursor(cursor, z.tuple([cursorTime, id]));
  let query = db
    .selectFrom("blocks")
    .innerJoin("users", "users.id", "blocks.blocked_id")
    .select([
      ...personColumns(userId),
      "blocks.created_at as since",
      blocksBack(userId).as("blocks_back"),
    ])
    .where("blocks.blocker_id", "=", userId)
    .where("users.deleted_at", "is", null)
    .orderBy("blocks.created_at", "desc")
    .orderBy("blocks.blocked_id", "desc")
    .limit(pageSize + 1);
  if (after)
    query = query.where(
      sql<boolean>`(blocks.created_at, blocks.blocked_id) < (${after[0]}::timestamptz, ${after[1]}::int)`,
    );
  return seekPage(
    await query.execute(),
    pageSize,
    (row) => ({
      id: row.id,
      person: { ...persons.toPerson(row), ...(row.blocks_back && hidden) },
      created_at: row.since.toISOString(),
    }),
    (row) => [row.since.toISOString(), row.id],
  );
}

/** Returns true if the block did not exist before. */
export async function insertBlock(db: Db, userId: number, otherId: number): Promise<boolean> {
  const row = await db
    .insertInto("blocks")
    .values({ blocker_id: userId, blocked_id: otherId })
    .onConflict((conflict) => conflict.columns(["blocker_id", "blocked_id"]).doNothing())
    .returning("blocker_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBlock(db: Db, userId: number, otherId: number): Promise<void> {
  await db
    .deleteFrom("blocks")
    .where("blocker_id", "=", userId)
    .where("blocked_id", "=", otherId)
    .execute();
}

/** Whether `userId` has blocked `otherId`, whose account still exists. */
export async function hasBlocked(db: Db, userId: number, otherId: number): Promise<boolean> {
  const row = await db
    .selectFrom("blocks")
    .innerJoin("users", "users.id", "blocks.blocked_id")
    .select("users.id")
    .where("blocks.blocker_id", "=", userId)
    .where("blocks.blocked_id", "=", otherId)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export const exportBlocks = (db: Db, persons: Persons) =>
  listPart("blocked.json", (reader) => readBlocked(db, persons, reader));

async function* readBlocked(db: Db, persons: Persons, reader: Reader) {
  for await (const page of pagesByCursor((cursor) => listBlocked(db, persons, reader, cursor)))
    yield page.map(({ id, person, created_at }) => ({
      id,
      fullname: person.fullname,
      since: created_at,
    }));
}

/** Deletes the blocks of an account that is purged. */
export async function forgetBlocks(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("blocks")
    .where((eb) => eb.or([eb("blocker_id", "=", userId), eb("blocked_id", "=", userId)]))
    .execute();
}
