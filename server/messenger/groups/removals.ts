/** Members who were removed from the chat of a class, which they join by themselves, stay away for a while (D-CLASS-CHAT). */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { dayMs } from "#server/infra/durations.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";
import { recurringSweep } from "#server/infra/recurring.ts";

/** Long enough to calm down; not for ever, because whoever opens the chat first did not found the class. */
const awayDays = 30;

/**
 * In the transaction that removes them from a group. Nothing is stored where it is not the chat of a class, nor of
 * members who have written nothing there: whoever opened the chat first could otherwise keep the class out of it.
 */
export async function storeRemovals(trx: Db, chatId: number, userIds: number[]): Promise<void> {
  await sql`
    INSERT INTO class_chat_removals (chat_id, user_id)
    SELECT chat_id, user_id FROM class_chats, unnest(${userIds}::int[]) AS user_id
    WHERE chat_id = ${chatId}
      AND EXISTS (SELECT FROM messages WHERE chat_id = ${chatId} AND author_id = user_id)
    ON CONFLICT (chat_id, user_id) DO UPDATE SET removed_at = now()`.execute(trx);
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

/** The chats of classes that the member was removed from lately, for their archive. */
export const exportRemovals = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "class-chat-removals.json", content: json(() => readRemovals(db, id)) };
  };

const readRemovals = (db: Db, userId: number) =>
  db
    .selectFrom("class_chat_removals")
    .select(["chat_id", "removed_at"])
    .where("user_id", "=", userId)
    .orderBy("chat_id")
    .execute();

/** Deletes removals that keep nobody away any more; returns how many. */
export async function sweepRemovals(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("class_chat_removals")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${awayDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const removalSweepPlugin = recurringSweep({
  sweep: sweepRemovals,
  everyMs: dayMs,
  rows: "removals from the chats of classes",
});
