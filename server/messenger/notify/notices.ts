/** Who is told of a message when no page is open, and what: by what the chat is at the moment of telling. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { isUnblocked } from "#server/visibility.ts";

/** A message, by where it stands. */
export interface Place {
  chat_id: number;
  seq: number;
}

export interface Hearer extends Place {
  user_id: number;
  locale: string;
  mentioned: boolean;
}

/** Whether a member, by a column, can be told at all. */
export type IsReachable = (userId: RawBuilder<number>) => RawBuilder<boolean>;

const everybody: IsReachable = () => sql`true`;

/**
 * Members who have not read the message, did not write it, and want to know of it: whoever muted the chat is told only
 * where they are mentioned. Nobody across a block.
 */
export async function listToTell(
  db: Db,
  places: Place[],
  { isReachable = everybody, among }: { isReachable?: IsReachable; among?: number[] },
): Promise<Hearer[]> {
  const mentioned = sql<boolean>`
    coalesce(messages.mentions @> jsonb_build_array(jsonb_build_object('id', me.user_id)), false)`;
  const result = await sql<Hearer>`
    SELECT messages.chat_id, messages.seq, me.user_id, users.locale, ${mentioned} AS mentioned
    FROM unnest(${places.map((place) => place.chat_id)}::int[], ${places.map((place) => place.seq)}::int[])
      AS place (chat_id, seq)
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
