/** A member's marks of a chat: pinned, muted, unread. Others do not see them. */
import { sql } from "kysely";
import { pinnedChatsMax } from "#lib/messenger/contract/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";

/** The row of a member in a chat; none when they are not in it. */
const ownRow = (userId: number, { x, id }: NamedChat) => sql<boolean>`
  chat_members.user_id = ${userId} AND chat_members.chat_id = ${id}
  AND EXISTS (SELECT FROM chats WHERE chats.id = ${id} AND chats.kind = ${x})`;

/** @throws {Failure} `not_found` */
export async function muteChat(db: Db, userId: number, chat: NamedChat, muted: boolean) {
  const result = await db
    .updateTable("chat_members")
    .set({ muted })
    .where(ownRow(userId, chat))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw notFound();
}

/** @throws {Failure} `not_found`; `invalid` when the maximum is pinned. */
export async function pinChat(db: Db, userId: number, chat: NamedChat, pinned: boolean) {
  await db.transaction().execute(async (trx) => {
    // Locked, so that two chats pinned at the same moment cannot exceed the limit.
    await lockMember(trx, userId);
    const result = await trx
      .updateTable("chat_members")
      .set({ pinned_at: pinned ? sql<Date>`coalesce(pinned_at, now())` : null })
      .where(ownRow(userId, chat))
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw notFound();
    const { count } = await trx
      .selectFrom("chat_members")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("user_id", "=", userId)
      .where("pinned_at", "is not", null)
      .executeTakeFirstOrThrow();
    if (count > pinnedChatsMax) throw invalidField("pinned", "Messenger.tooManyPinned");
  });
}

/**
 * Makes the message unread, and all after it; earlier ones that were not read yet stay unread, because nobody has seen
 * them. Others still see their messages as read. @throws {Failure} `not_found`, and
 * `invalid` for a message that the chat does not have, or the member may not see.
 */
export async function markUnread(db: Db, userId: number, chat: NamedChat, seq: number) {
  await db.transaction().execute(async (trx) => {
    const me = await trx
      .selectFrom("chat_members")
      .select(["joined_seq", "last_read_seq"])
      .where(ownRow(userId, chat))
      .forUpdate()
      .executeTakeFirst();
    if (!me) throw notFound();
    const lastRead = Math.min(me.last_read_seq, seq - 1);
    // Counted after the row is locked, because a message that this member sends at the same moment raises `own_unread`
    // in it. The bounds are values, not columns, so that the plan reads only the messages after the mark, not all that
    // the member ever wrote.
    const result = await sql`
      UPDATE chat_members AS me SET last_read_seq = ${lastRead}::int, own_unread = (
        SELECT count(*) FROM messages
        WHERE messages.chat_id = ${chat.id} AND seq > ${lastRead}::int AND author_id = ${userId})
      FROM chats
      WHERE me.chat_id = ${chat.id} AND me.user_id = ${userId} AND chats.id = me.chat_id
        AND ${seq}::int > me.joined_seq AND ${seq}::int <= chats.last_seq`.execute(trx);
    if (result.numAffectedRows === 0n) throw invalidField("seq", "Site.invalid");
  });
}
