/** Decides who is notified of a message, by the current state of the chat. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { messagePlaces, type Place } from "#server/messenger/history/show-messages.ts";
import { isUnblocked } from "#server/visibility.ts";

export interface NoticeRecipient extends Place {
  user_id: number;
  locale: string;
  mentioned: boolean;
}

/** Whether a push can reach a member, by the column of their id. */
export type IsReachable = (userId: RawBuilder<number>) => RawBuilder<boolean>;

const everybody: IsReachable = () => sql`true`;

/**
 * Members who did not write the message, have not read it and want notices: a member who muted the chat is notified
 * only of messages that mention them. Nobody is notified across a block,
 * of a deleted message or of one from before they joined.
 */
export async function listNoticeRecipients(
  db: Db,
  places: Place[],
  { isReachable = everybody, among }: { isReachable?: IsReachable; among?: number[] },
): Promise<NoticeRecipient[]> {
  const mentioned = sql<boolean>`
    coalesce(messages.mentions @> jsonb_build_array(jsonb_build_object('id', me.user_id)), false)`;
  const result = await sql<NoticeRecipient>`
    SELECT messages.chat_id, messages.seq, me.user_id, users.locale, ${mentioned} AS mentioned
    FROM ${messagePlaces(places)}
    JOIN messages ON messages.chat_id = place.chat_id AND messages.seq = place.seq AND deleted_at IS NULL
    JOIN chat_members AS me ON me.chat_id = messages.chat_id AND me.user_id <> messages.author_id
      AND me.last_read_seq < messages.seq AND me.joined_seq < messages.seq
    JOIN users ON users.id = me.user_id
    WHERE (${among ?? null}::int[] IS NULL OR me.user_id = ANY(${among ?? null}::int[]))
      AND ${isReachable(sql.ref("me.user_id"))}
      AND (NOT me.muted OR ${mentioned})
      AND ${isUnblocked(sql.ref("messages.author_id"))}`.execute(db);
  return result.rows;
}
