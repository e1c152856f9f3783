/**
 * Members who were removed from a group stay away for a while: no link takes them in again (D-INVITE), nor do they join
 * the chat of a class by themselves (D-CLASS-CHAT). The table is named for class chats, which had it first, because
 * running nodes know it by that name.
 */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import { dayMs } from "#server/infra/durations.ts";
import { jsonPart } from "#server/infra/export-file.ts";
import { recurringSweep } from "#server/infra/recurring.ts";

/** Long enough to calm down; not for ever, because whoever opens the chat of a class first did not found the class. */
const awayDays = 30;

/**
 * In the transaction that removes them from a group. In the chat of a class nothing is stored of members who have
 * written nothing there: whoever opened the chat first could otherwise keep the class out of it.
 */
export async function storeRemovals(trx: Db, chatId: number, userIds: number[]): Promise<void> {
  await sql`
    INSERT INTO class_chat_removals (chat_id, user_id)
    SELECT ${chatId}::int, user_id FROM unnest(${userIds}::int[]) AS user_id
    WHERE NOT EXISTS (SELECT FROM class_chats WHERE chat_id = ${chatId})
      OR EXISTS (SELECT FROM messages WHERE chat_id = ${chatId} AND author_id = user_id)
    ON CONFLICT (chat_id, user_id) DO UPDATE SET removed_at = now()`.execute(trx);
}

/** In the transaction that adds them to the group again, by which it has forgiven them. */
export async function deleteRemovals(trx: Db, chatId: number, userIds: number[]): Promise<void> {
  await trx
    .deleteFrom("class_chat_removals")
    .where("chat_id", "=", chatId)
    .where("user_id", "in", userIds)
    .execute();
}

/** Whether the member was removed so recently that they cannot join yet. */
export async function isKeptAway(trx: Db, chatId: number, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("class_chat_removals")
    .select("chat_id")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where("removed_at", ">", sql<Date>`now() - make_interval(days => ${awayDays})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The groups that the member was removed from lately, for their archive. */
export const exportRemovals = (db: Db) =>
  jsonPart("group-removals.json", ({ id }) => readRemovals(db, id));

const readRemovals = (db: Db, userId: number) =>
  db
    .selectFrom("class_chat_removals")
    .select(["chat_id", "removed_at"])
    .where("user_id", "=", userId)
    .orderBy("chat_id")
    .execute();

const removalsAtOnce = 1_000;

/** Some of the removals that keep nobody away any more, but for those that another node is just deleting. */
export const lockEndedRemovals = () => sql<{ chat_id: number; user_id: number }>`
  SELECT chat_id, user_id FROM class_chat_removals
  WHERE removed_at <= now() - make_interval(days => ${awayDays})
  LIMIT ${removalsAtOnce} FOR UPDATE SKIP LOCKED`;

/** Deletes removals that keep nobody away any more; returns how many. */
export const sweepRemovals = (db: Db, signal?: AbortSignal): Promise<number> =>
  inPortions(
    removalsAtOnce,
    async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM class_chat_removals WHERE (chat_id, user_id) IN (${lockEndedRemovals()})`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0);
    },
    signal,
  );

export const removalSweepPlugin = recurringSweep({
  sweep: sweepRemovals,
  everyMs: dayMs,
  rows: "removals from groups",
});
