/** The rows of a member's list of chats, in its order. */
import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { ChatKind } from "#lib/messenger/contract/schema.ts";
import { cursorTime, decodeCursor } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { classOfChat, followedClass } from "#server/messenger/class-chats/class-title.ts";
import { unreadOf } from "#server/messenger/receipts/read-messages.ts";
import { nameMatches } from "#server/db/searchable.ts";
import { blockedWith } from "#server/visibility.ts";

export const chatsPerPage = 30;

export interface ChatFilter {
  kind?: ChatKind | undefined;
  /** At most one page of ids. */
  chatIds?: number[];
  q?: string | undefined;
  cursor?: string | undefined;
}

export type StoredChat = Awaited<ReturnType<typeof readChatRows>>[number];

/** The position of a chat in the list. */
export const chatPlace = ({ pinned, active_at, id: chatId }: StoredChat) => [
  pinned,
  active_at.toISOString(),
  chatId,
];

const place = z.tuple([z.boolean(), cursorTime, id]);

/** Reads one row more than a page. Only for the chats of the page are all members read. */
export function readChatRows(db: Db, userId: number, filter: ChatFilter) {
  return db
    .selectFrom(pageOfChats(db, userId, filter).as("page"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("chat_members as member")
          .select([
            sql<number>`count(*)::int`.as("members_count"),
            furthestOfOthers("seen_seq", userId).as("peers_read_seq"),
            furthestOfOthers("delivered_seq", userId).as("peers_delivered_seq"),
          ])
          .whereRef("member.chat_id", "=", "page.id")
          .as("members"),
      (join) => join.onTrue(),
    )
    .selectAll()
    .orderBy("pinned", "desc")
    .orderBy("active_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * In a group, members across a block do not count. In a private chat they do: their receipts stand still while the
 * block lasts, and a receipt that moved back would reveal the block.
 */
const furthestOfOthers = (mark: "seen_seq" | "delivered_seq", userId: number) =>
  sql<number>`coalesce(max(${sql.ref(`member.${mark}`)}) FILTER (WHERE member.user_id <> ${userId}
    AND (page.kind = 'private' OR member.user_id NOT IN ${blockedWith(userId)})), 0)::int`;

function pageOfChats(db: Db, userId: number, { kind, chatIds, q, cursor }: ChatFilter) {
  const after = decodeCursor(cursor, place);
  const activeAt = sql<Date>`coalesce(chats.last_message_at, chats.created_at)`;
  const pinned = sql<boolean>`(me.pinned_at IS NOT NULL)`;
  let query = db
    .selectFrom("chat_members as me")
    .innerJoin("chats", "chats.id", "me.chat_id")
    .leftJoin("users as peer", (join) =>
      join.on(
        sql<boolean>`peer.id = CASE WHEN chats.private_low = ${userId} THEN chats.private_high ELSE chats.private_low END`,
      ),
    )
    .select([
      "chats.id",
      "chats.kind",
      "chats.title",
      followedClass.as("followed_class"),
      classOfChat.as("class_of_chat"),
      "chats.last_seq",
      "chats.last_change",
      "chats.image_key",
      "chats.image_width",
      "chats.image_height",
      "chats.image_at",
      "me.role",
      "me.joined_seq",
      "me.last_read_seq",
      "me.muted",
      "me.draft",
      "me.draft_version",
      "me.draft_mentions",
      "me.draft_seq",
      pinned.as("pinned"),
      activeAt.as("active_at"),
      "peer.id as peer_id",
      unreadOf.as("unread"),
    ])
    .where("me.user_id", "=", userId)
    .orderBy(pinned, "desc")
    .orderBy(activeAt, "desc")
    .orderBy("chats.id", "desc")
    .limit(chatsPerPage + 1);
  if (kind) query = query.where("chats.kind", "=", kind);
  if (chatIds !== undefined) query = query.where("chats.id", "in", chatIds);
  else
    query = query.where((eb) => eb.or([eb("chats.last_seq", ">", 0), eb("me.opened", "=", true)]));
  const matches = nameMatches(sql`coalesce(chats.search_title, peer.search_name)`, q);
  if (matches) query = query.where(matches).where("peer.deleted_at", "is", null);
  if (after)
    query = query.where(
      sql<boolean>`(${pinned}, ${activeAt}, chats.id) < (${after[0]}, ${after[1]}::timestamptz, ${after[2]}::int)`,
    );
  return query;
}
