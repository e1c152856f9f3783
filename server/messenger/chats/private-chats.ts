import { sql } from "kysely";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import type { Reader } from "#server/plugins/session.ts";
import { mayWrite } from "#server/visibility.ts";

/** The private chat of the reader and another member, made when there is none. @throws {Failure} `invalid`, `not_found` */
export async function openPrivateChat(
  source: ChatSource,
  reader: Reader,
  otherId: number,
): Promise<Chat> {
  const { db } = source;
  if (otherId === reader.id) throw invalidField("id", "Site.invalid");
  if (!(await memberExists(db, reader.id, otherId))) throw notFound();
  const chatId = await ensurePrivateChat(db, reader.id, otherId);
  const chat = chatId === undefined ? undefined : await findChat(source, reader, chatId);
  if (!chat) throw notFound();
  return chat;
}

/**
 * The one private chat of two members: when two requests make it at once, the constraint on the pair lets one succeed.
 * Undefined when the member sees none and may not write to the other.
 */
async function ensurePrivateChat(
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

/** A member who may not write does not see a chat that only the other has opened and that has no message. */
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
