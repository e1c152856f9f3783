/** Deletes the content of a chat that nobody can open any more, in short steps. */
import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
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
  for (const chatId of await findEmpty(db)) {
    while (!signal?.aborted && (await deleteMessages(db, chatId, freeMedia)));
    if (signal?.aborted) break;
    await deleteChat(db, chatId);
    deleted += 1;
  }
  return deleted;
}

/** Groups that everybody has left, and private chats of two purged accounts, which the purge has parted from both. */
async function findEmpty(db: Db): Promise<number[]> {
  const groups = await findEmptyGroups(db);
  const chats = await db
    .selectFrom("chats")
    .select("id")
    .where("kind", "=", sql.lit("private")) // written out, as the index of these chats has it
    .where("private_low", "is", null)
    .where("private_high", "is", null)
    .execute();
  return [...groups, ...chats].map(({ id }) => id);
}

const findEmptyGroups = (db: Db) =>
  db
    .selectFrom("chats")
    .select("id")
    .where("kind", "=", sql.lit("group")) // written out, as the index of groups has it
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("chat_members")
            .select("user_id")
            .whereRef("chat_members.chat_id", "=", "chats.id"),
        ),
      ),
    )
    .execute();

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
 * all at once, and their media would stay.
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
  });
}
