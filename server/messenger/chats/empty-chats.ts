/** Deletes the content of a chat that nobody can open any more, in short steps. */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { pagesAfter } from "#server/db/in-portions.ts";
import { portionUpTo, walkOn } from "#server/db/walk.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurring } from "#server/infra/recurring.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

interface Options {
  db: Db;
  /** Deletes those of the media that nothing refers to any more. */
  freeMedia: (mediaIds: number[]) => Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Deletes chats that nobody can open any more, without waiting. */
    sweepChatsSoon: () => void;
  }
}

const messagesAtOnce = 1_000;

/** Sweeps at start, every hour and when called. */
export const emptyChatsPlugin = fp<Options>((app, { db, freeMedia }) => {
  const { soon } = recurring(app, {
    name: "empty_chats",
    everyMs: hourMs,
    work: async (signal) => {
      const deleted = await deleteEmptyChats(db, freeMedia, signal);
      if (deleted > 0) app.sweepFilesSoon();
    },
    failed: "could not delete chats that nobody can open any more, will try again",
  });
  app.decorate("sweepChatsSoon", soon);
});

/** Deletes chats until none is left or the signal is given; returns how many. */
export async function deleteEmptyChats(
  db: Db,
  freeMedia: Options["freeMedia"],
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const find of [chatsOfNobody, emptiedGroups])
    for await (const chatIds of pagesAfter((after) => find(db, after), Number))
      for (const chatId of chatIds) {
        while (!signal?.aborted && (await deleteMessages(db, chatId, freeMedia)));
        if (signal?.aborted) return deleted;
        await deleteChat(db, chatId);
        deleted += 1;
      }
  await noteEmptiedBefore(db, signal);
  await partBefore(db, signal);
  return deleted;
}

const chatsAtOnce = 100;

/** Private chats of two purged accounts, which the purge has parted from both. */
const chatsOfNobody = (db: Db, after: number) =>
  idsOf(
    db
      .selectFrom("chats")
      .select("id")
      .where("kind", "=", sql.lit("private")) // written out, as the index of these chats has it
      .where("private_low", "is", null)
      .where("private_high", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(chatsAtOnce),
  );

/** Groups that everybody has left. The database notes them as the last member goes; nobody joins them any more. */
const emptiedGroups = (db: Db, after: number) =>
  idsOf(
    db
      .selectFrom("emptied_groups")
      .select("chat_id as id")
      .where("chat_id", ">", after)
      .orderBy("chat_id")
      .limit(chatsAtOnce),
  );

const idsOf = async (query: { execute: () => Promise<{ id: number }[]> }) =>
  (await query.execute()).map(({ id }) => id);

const lookedAtOnce = 2_000;

/** Looks once, in the background, for groups that were left before the database noted them; a later run deletes these. */
const noteEmptiedBefore = (db: Db, signal?: AbortSignal) =>
  walkOn(
    db,
    "emptied_groups",
    async (trx, after) => {
      const { rows } = await sql<{ last: number | null }>`
        WITH page AS MATERIALIZED (
          SELECT id FROM chats WHERE kind = 'group' AND id > ${after} ORDER BY id LIMIT ${lookedAtOnce}
        ), noted AS (
          INSERT INTO emptied_groups (chat_id)
          SELECT id FROM page WHERE NOT EXISTS (SELECT FROM chat_members WHERE chat_id = page.id)
          ON CONFLICT DO NOTHING
        )
        SELECT max(id) AS last FROM page`.execute(trx);
      return portionUpTo(rows[0]?.last, after);
    },
    signal,
  );

/** Parts once, in the background, the private chats that a purge has left with their pair; a later run deletes these. */
const partBefore = (db: Db, signal?: AbortSignal) =>
  walkOn(
    db,
    "parted_chats",
    async (trx, after) => {
      const { rows } = await sql<{ last: number | null }>`
        WITH page AS MATERIALIZED (
          SELECT id FROM chats WHERE kind = 'private' AND id > ${after} ORDER BY id LIMIT ${lookedAtOnce}
        ), parted AS (
          UPDATE chats SET private_low = NULL, private_high = NULL
          FROM page, users AS low, users AS high
          WHERE chats.id = page.id AND low.id = chats.private_low AND high.id = chats.private_high
            AND low.purged_at IS NOT NULL AND high.purged_at IS NOT NULL
        )
        SELECT max(id) AS last FROM page`.execute(trx);
      return portionUpTo(rows[0]?.last, after);
    },
    signal,
  );

/**
 * Deletes the newest messages first, so that replies go before the answered messages; returns whether more may be left.
 */
async function deleteMessages(
  db: Db,
  chatId: number,
  freeMedia: Options["freeMedia"],
): Promise<boolean> {
  const result = await sql<{ deleted: number; media: number[] }>`
    WITH newest AS (
      SELECT chat_id, seq FROM messages WHERE chat_id = ${chatId} ORDER BY seq DESC LIMIT ${messagesAtOnce}
    ), held AS (
      SELECT DISTINCT media_id FROM message_attachments JOIN newest USING (chat_id, seq)
    ), deleted AS (
      DELETE FROM messages USING newest
      WHERE messages.chat_id = newest.chat_id AND messages.seq = newest.seq RETURNING messages.seq
    )
    SELECT (SELECT count(*)::int FROM deleted) AS deleted, ARRAY(SELECT media_id FROM held) AS media`.execute(
    db,
  );
  const { deleted = 0, media = [] } = result.rows[0] ?? {};
  await freeMedia(media);
  return deleted > 0;
}

/**
 * Leaves a chat that still has messages to another node, which was deleting the same portion: with the chat they would go
 * all at once, and their media would stay. What is noted of a group goes with it, so that no later run asks for it again.
 */
async function deleteChat(db: Db, chatId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("chats")
      .where("id", "=", chatId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom("messages").select("seq").whereRef("messages.chat_id", "=", "chats.id"),
          ),
        ),
      )
      .returning("image_key")
      .executeTakeFirst();
    await releaseFiles(trx, gone?.image_key ? [gone.image_key] : []);
    await trx
      .deleteFrom("emptied_groups")
      .where("chat_id", "=", chatId)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom("chats").select("id").whereRef("id", "=", "chat_id"))),
      )
      .execute();
  });
}
