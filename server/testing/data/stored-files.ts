import type { TestKampus } from "#server/testing/test-kampus.ts";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";

/** The content of each file that is stored here. */
export const storedContent = Buffer.from("0123456789");

/** Stores a file that a row of media claims; returns its address. */
export async function storeMedia(
  { storage, db, ...kampus }: TestKampus,
  { name = "лето.mp4", mime = "video/mp4" } = {},
): Promise<string> {
  const storage_key = newStorageKey("media");
  await storage.put(`${storage_key}/file`, { content: storedContent }, mime);
  const { id } = await oneMember({ storage, db, ...kampus });
  await db
    .insertInto("media")
    .values({
      user_id: id,
      storage_key,
      name,
      mime,
      kind: "document",
      bytes: storedContent.length,
      has_thumb: false,
    })
    .execute();
  return `/files/${storage_key}/file`;
}

/** Stores one of the files of an image, which need no row; returns its address. */
export async function storeImage({ storage }: TestKampus): Promise<string> {
  const key = `${newStorageKey("images")}/avatar-48.webp`;
  await storage.put(key, { content: storedContent }, "image/webp");
  return `/files/${key}`;
}
