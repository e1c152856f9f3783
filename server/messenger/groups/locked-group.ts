/** Changes of a group whose row is locked, by whomever: a member of it or the operator (D-TAKEDOWN). */
import type { Db } from "#server/db/database.ts";
import { searchable } from "#server/db/searchable.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

/** Locks the group for the operator, who is not in it, until the transaction ends. Undefined where there is no such group. */
export const holdGroup = (trx: Db, chatId: number) =>
  trx
    .selectFrom("chats")
    .select(["id", "title", "image_key"])
    .where("id", "=", chatId)
    .where("kind", "=", "group")
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Sets the title; from then on it no longer follows the name of the class. */
export async function setTitle(trx: Db, chatId: number, title: string): Promise<void> {
  await trx
    .updateTable("chats")
    .set({ title, search_title: searchable(title) })
    .where("id", "=", chatId)
    .execute();
  await trx
    .updateTable("class_chats")
    .set({ follows_title: false })
    .where("chat_id", "=", chatId)
    .execute();
}

/** Shows it with another image, or with none, and releases the files of the former one. */
export async function setImage(
  trx: Db,
  group: { id: number; image_key: string | null },
  image: { key: string; width: number; height: number } | null,
): Promise<void> {
  await trx
    .updateTable("chats")
    .set({
      image_key: image?.key ?? null,
      image_width: image?.width ?? null,
      image_height: image?.height ?? null,
      image_at: image ? new Date() : null,
    })
    .where("id", "=", group.id)
    .execute();
  if (group.image_key !== null) await releaseFiles(trx, [group.image_key]);
}

/**
 * Everybody leaves it, so that the sweep of empty chats deletes it with all that was in it; returns who was in
 * it. The next member of its class makes a new chat (D-CLASS-CHAT).
 */
export async function closeGroup(trx: Db, chatId: number): Promise<number[]> {
  const left = await trx
    .deleteFrom("chat_members")
    .where("chat_id", "=", chatId)
    .returning("user_id")
    .execute();
  await trx.deleteFrom("class_chats").where("chat_id", "=", chatId).execute();
  return left.map(({ user_id }) => user_id);
}
