/**
 * Notes, once and in the background, in which groups members had written who left before the database noted it (D-NOTED):
 * their archives hold what they wrote there. Until then an archive looks for the rest by itself.
 */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { portionUpTo, walkOn } from "#server/db/walk.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";

export const leftGroupsWalk = "left_groups";

/** Hundreds of members may have written in each. */
const groupsAtOnce = 50;

export const leftGroupsPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "left_groups",
    everyMs: hourMs,
    work: (signal) => noteLeftBefore(db, signal),
    failed: "could not note the groups that members have left, will try again",
  });
});

/**
 * The authors of a group are found by a step of the index each, however much they wrote. Whoever came when it had messages
 * may have been in it before; the archive looks what of theirs is older. A portion waits for a group that is being changed or
 * deleted, since no later one comes back to it, and for a purge that ends, which changes the address, a key; a purge waits
 * for the portion likewise, and then removes what it noted (migration 0051).
 */
export const noteLeftBefore = (db: Db, signal?: AbortSignal): Promise<void> =>
  walkOn(
    db,
    leftGroupsWalk,
    async (trx, after) => {
      const { rows } = await sql<{ last: number | null }>`
        WITH RECURSIVE page AS MATERIALIZED (
          SELECT id FROM chats WHERE kind = 'group' AND id > ${after} ORDER BY id LIMIT ${groupsAtOnce}
        ), authors (chat_id, user_id) AS (
          SELECT id, (SELECT min(author_id) FROM messages WHERE chat_id = page.id) FROM page
          UNION ALL
          SELECT chat_id, (
            SELECT min(author_id) FROM messages
            WHERE messages.chat_id = authors.chat_id AND author_id > authors.user_id)
          FROM authors WHERE user_id IS NOT NULL
        ), noted AS (
          INSERT INTO left_groups (user_id, chat_id)
          SELECT users.id, chats.id
          FROM authors JOIN chats ON chats.id = chat_id JOIN users ON users.id = user_id AND purged_at IS NULL
          WHERE NOT EXISTS (
            SELECT FROM chat_members AS me
            WHERE me.chat_id = authors.chat_id AND me.user_id = authors.user_id AND joined_seq = 0)
          ORDER BY users.id, chats.id
          FOR KEY SHARE OF chats, users
          ON CONFLICT DO NOTHING
        )
        SELECT max(id) AS last FROM page`.execute(trx);
      return portionUpTo(rows[0]?.last, after);
    },
    signal,
  );
