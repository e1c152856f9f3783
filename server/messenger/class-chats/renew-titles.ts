/** Stores the titles anew that follow their classes, by which chats are searched (D-CLASS-CHAT). */
import fp from "fastify-plugin";
import { sql, type Transaction } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import { recurring } from "#server/infra/recurring.ts";
import { storedTitle } from "#server/messenger/class-chats/class-title.ts";

/** A country has so many classes that all of their titles at once would take too much memory, and lock too many chats. */
const renewedAtOnce = 1_000;
const lookEveryMs = 60_000;

/**
 * Renews the titles of one institution's chats. Must be the last step of the transaction that changes its names, or what
 * belongs to it.
 */
export async function renewTitlesOf(trx: Transaction<Tables>, objectId: number): Promise<void> {
  for (let after: number | null = 0; after !== null;)
    after = await renewAfter(trx, after, objectId);
}

/**
 * Renews all titles after institutions were loaded, in portions so short that members who write there can wait for
 * them. After an interruption, or the signal, the next call continues.
 */
export async function renewDueTitles(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await renewNext(db)));
}

/** An operator's import loads institutions while nodes serve. */
export const dueTitlesPlugin = fp<{ db: Db }>((app, { db }) => {
  recurring(app, {
    name: "class_titles",
    everyMs: lookEveryMs,
    work: (signal) => renewDueTitles(db, signal),
    failed: "could not renew the titles of class chats, will try again",
  });
});

async function renewNext(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const load = await trx
      .selectFrom("reference_load")
      .select("titles_up_to")
      .where("titles_up_to", "is not", null)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (load?.titles_up_to == null) return false;
    const titles_up_to = await renewAfter(trx, load.titles_up_to);
    await trx.updateTable("reference_load").set({ titles_up_to }).execute();
    return titles_up_to !== null;
  });
}

/** Renews one portion, and returns the id of its last chat; null at the end. */
async function renewAfter(
  trx: Transaction<Tables>,
  after: number,
  objectId?: number,
): Promise<number | null> {
  let query = trx
    .selectFrom("class_chats")
    .innerJoin("chats", "chats.id", "class_chats.chat_id")
    .innerJoin("objects", "objects.id", "class_chats.object_id")
    .select(["chats.id", "chats.title", "chats.search_title", "objects.names"])
    .select(["class_chats.class_key", "class_chats.study_group"])
    .where("class_chats.follows_title", "=", true)
    .where("class_chats.chat_id", ">", after)
    .orderBy("class_chats.chat_id")
    .limit(renewedAtOnce);
  if (objectId !== undefined) query = query.where("class_chats.object_id", "=", objectId);
  const rows = await query.execute();
  const stale = rows.flatMap(({ id, title, search_title, ...titled }) => {
    const renewed = storedTitle(titled);
    const isStale = title !== renewed.title || search_title !== renewed.search_title;
    return isStale ? [{ id, ...renewed }] : [];
  });
  if (stale.length > 0) await store(trx, stale);
  return rows.length < renewedAtOnce ? null : (rows.at(-1)?.id ?? null);
}

/** Locks in the order of ids, as everybody who locks several chats; an owner may have given a title until then. */
async function store(
  trx: Transaction<Tables>,
  renewed: { id: number; title: string | null; search_title: string }[],
): Promise<void> {
  const ids = renewed.map(({ id }) => id);
  await sql`
    SELECT FROM chats WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(trx);
  await sql`
    UPDATE chats SET title = renewed.title, search_title = renewed.search_title
    FROM jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb)
      AS renewed (id integer, title text, search_title text)
    WHERE chats.id = renewed.id
      AND EXISTS (SELECT FROM class_chats WHERE chat_id = renewed.id AND follows_title)`.execute(
    trx,
  );
}
