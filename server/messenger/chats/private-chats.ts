import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { mayWrite } from "#server/visibility.ts";

/**
 * The one private chat of two members, made when there is none: the pair's constraint decides between two who race.
 * Undefined when the member sees none and may not write to the other.
 */
export async function ensurePrivateChat(
  db: Db,
  userId: number,
  otherId: number,
): Promise<number | undefined> {
  const pair = { private_low: Math.min(userId, otherId), private_high: Math.max(userId, otherId) };
  return db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto("chats")
      .columns(["kind", "private_low", "private_high"])
      .expression((eb) =>
        eb
          .selectFrom("users")
          .select([
            sql.lit("private" as const).as("kind"),
            sql<number>`${pair.private_low}::int`.as("private_low"),
            sql<number>`${pair.private_high}::int`.as("private_high"),
          ])
          .where("users.id", "=", otherId)
          .where(mayWrite(userId)),
      )
      .onConflict((conflict) => conflict.constraint("chats_private_pair").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created)
      await trx
        .insertInto("chat_members")
        .values([userId, otherId].map((user_id) => ({ chat_id: created.id, user_id })))
        .execute();
    const chatId = created?.id ?? (await findPrivateChat(trx, userId, otherId));
    if (chatId === undefined) return undefined;
    await trx
      .updateTable("chat_members")
      .set({ opened: true })
      .where("chat_id", "=", chatId)
      .where("user_id", "=", userId)
      .where("opened", "=", false)
      .execute();
    return chatId;
  });
}

/** One that only the other has opened, and in which nothing was written, is none to a member who may not write. */
async function findPrivateChat(trx: Db, userId: number, otherId: number) {
  const chat = await trx
    .selectFrom("chats")
    .innerJoin("chat_members as me", "me.chat_id", "chats.id")
    .innerJoin("users", (join) => join.on("users.id", "=", otherId))
    .select("chats.id")
    .where("private_low", "=", Math.min(userId, otherId))
    .where("private_high", "=", Math.max(userId, otherId))
    .where("me.user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("chats.last_seq", ">", 0), eb("me.opened", "=", true), mayWrite(userId)]),
    )
    .executeTakeFirst();
  return chat?.id;
}
