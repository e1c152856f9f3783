import type { Db } from "#server/db/database.ts";

/** The file below a storage key as its owner gave it; undefined: no row claims the key. */
export async function findGivenFile(db: Db, storageKey: string) {
  const row = await db
    .selectFrom("media")
    .select(["name", "mime", "bytes", "in_profile"])
    .where("storage_key", "=", storageKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, mime, bytes, in_profile: isOpen } = row;
  return { name, mime, bytes: Number(bytes), isOpen };
}
