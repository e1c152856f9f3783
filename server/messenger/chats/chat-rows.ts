/** The rows of a member's list of chats, in its order. */
import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { ChatKind } from "#lib/messenger/contract/schema.ts";
import { cursorTime, decodeCursor } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
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
            furthestOfOthers("seen_seq", userId).as("seen_seq"),
            furthestOfOthers("delivered_seq", userId).as("delivered_seq"),
          ])
          .whereRef("member.chat_id", "=", "page.id")
          .as("members"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(furthestAcrossBlocks(userId).as("hidden"), (join) => join.onTrue())
    .selectAll("page")
    .select([
      "members.members_count",
      sql<number>`greatest(members.seen_seq, hidden.seen_seq)`.as("peers_read_seq"),
      sql<number>`greatest(members.delivered_seq, hidden.delivered_seq)`.as("peers_delivered_seq"),
    ])
    .orderBy("pinned", "desc")
    .orderBy("active_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * In a group, members across a block are left to `furthestAcrossBlocks`. In a private chat they count: what is stored of
 * them stands still while the block lasts.
 */
const furthestOfOthers = (mark: "seen_seq" | "delivered_seq", userId: number) =>
  sql<number>`coalesce(max(${sql.ref(`member.${mark}`)}) FILTER (WHERE member.user_id <> ${userId}
    AND (page.kind = 'private' OR member.user_id NOT IN ${blockedWith(userId)})), 0)::int`;

/**
 * How far members across a block have got in a group, of the messages from before the older block: a receipt that moved
 * back as the block is made would reveal it, and of later messages theirs tell nothing. Null where there are none. The
 * times of a chat's messages never fall, so the last message from before the block is found by halving, among those
 * alone that they have and nobody else has read.
 */
const furthestAcrossBlocks = (userId: number) => sql<{
  seen_seq: number | null;
  delivered_seq: number | null;
}>`(
  SELECT max(least(them.seen_seq, past.seq)) AS seen_seq,
    max(least(them.delivered_seq, past.seq)) AS delivered_seq
  FROM (
    SELECT user_id, min(created_at) AS made_at FROM (
      SELECT blocked_id AS user_id, created_at FROM blocks WHERE blocker_id = ${userId}
      UNION ALL SELECT blocker_id, created_at FROM blocks WHERE blocked_id = ${userId}) AS either
    GROUP BY user_id
  ) AS block
  JOIN chat_members AS them ON them.chat_id = page.id AND them.user_id = block.user_id
  CROSS JOIN LATERAL (
    WITH RECURSIVE span (low, high) AS (
      SELECT members.seen_seq, greatest(them.seen_seq, them.delivered_seq)
      UNION ALL
      SELECT CASE WHEN middle.created_at <= made_at THEN middle.seq ELSE low END,
        CASE WHEN middle.created_at <= made_at THEN high ELSE middle.seq - 1 END
      FROM span JOIN messages AS middle ON middle.chat_id = page.id AND middle.seq = (low + high + 1) / 2
      WHERE low < high
    )
    SELECT max(low) AS seq FROM span
  ) AS past
  WHERE page.kind = 'group')`;

function pageOfChats(db: Db, userId: number, { kind, chatIds, q, cursor }: ChatFilter) {
  const after = decodeCursor(cursor, place);
  const activeAt = sql<Date>`coalesce(chats.last_message_at, chats.created_at)`;
  const pinned = sql<boolean>`(me.pinned_at IS NOT NULL)`;
  let query = db
    .selectFrom("chat_members as me")
    .innerJoin("chats", "chats.id", "me.chat_id")
    .leftJoin("users as peer", (join) => join.on(sql<boolean>`peer.id = ${peerIdOf(userId)}`))
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
