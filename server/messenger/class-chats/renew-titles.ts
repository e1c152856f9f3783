import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { storedTitle } from "#server/messenger/class-chats/class-title.ts";

/** A country has so many classes that all of their titles at once would take too much memory. */
const renewedAtOnce = 1_000;

/**
 * Stores anew the titles that follow their classes, by which chats are searched (D-CLASS-CHAT): of the classes of these
 * institutions, or of all. Whoever changes the names of institutions, or which institution a class belongs to, calls it
 * in the same transaction.
 */
export async function renewClassTitles(
  trx: Transaction<Tables>,
  objectIds?: readonly number[],
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;)
    after = await renewAfter(trx, after, objectIds);
}

/** Renews one portion, and answers the last chat of it; undefined at the end. */
async function renewAfter(
  trx: Transaction<Tables>,
  after: number,
  objectIds: readonly number[] | undefined,
): Promise<number | undefined> {
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
  if (objectIds) query = query.where("class_chats.object_id", "in", [...objectIds]);
  const rows = await query.execute();
  const stale = rows.flatMap(({ id, title, search_title, ...titled }) => {
    const renewed = storedTitle(titled);
    const isStale = title !== renewed.title || search_title !== renewed.search_title;
    return isStale ? [{ id, ...renewed }] : [];
  });
  if (stale.length > 0)
    await sql`
      UPDATE chats SET title = renewed.title, search_title = renewed.search_title
      FROM jsonb_to_recordset(${JSON.stringify(stale)}::jsonb)
        AS renewed (id integer, title text, search_title text)
      WHERE chats.id = renewed.id`.execute(trx);
  return rows.length < renewedAtOnce ? undefined : rows.at(-1)?.id;
}
