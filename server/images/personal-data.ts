/** A member's images: for the archive, and to be deleted by a purge. */
import { imageFiles } from "#lib/browser/image-files.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import { exportStored } from "#server/storage/export-stored.ts";
import type { Storage } from "#server/storage/storage.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

const nameOf = (id: number) => `images/${id}.webp`;

export const exportImages = (db: Db, storage: Storage): ExportPart =>
  async function* ({ id: userId }) {
    const images = await readImages(db, userId);
    const list = images.map(({ storage_key: _, ...image }) => ({
      ...image,
      file: nameOf(image.id),
    }));
    yield { name: "images.json", content: jsonList(inOnePage(list)) };
    yield* exportStored(
      storage,
      images.map(({ id, storage_key }) => ({
        key: `${storage_key}/${imageFiles.full}`,
        name: nameOf(id),
      })),
    );
  };

/** All fit into memory, because a member has few (imagesMax). */
const readImages = (db: Db, userId: number) =>
  db
    .selectFrom("images")
    .innerJoin("users", "users.id", "images.user_id")
    .select(["images.id", "storage_key", "width", "height", "images.created_at"])
    .select((eb) => eb("images.id", "=", eb.ref("users.main_image_id")).as("is_main"))
    .where("user_id", "=", userId)
    .orderBy("images.id")
    .execute();

async function* inOnePage<T>(items: T[]) {
  yield await Promise.resolve(items);
}

/** Deletes the rows; the next sweep deletes the files. */
export async function forgetImages(trx: Db, userId: number): Promise<void> {
  const deleted = await trx
    .deleteFrom("images")
    .where("user_id", "=", userId)
    .returning("storage_key")
    .execute();
  await releaseFiles(
    trx,
    deleted.map(({ storage_key }) => storage_key),
  );
}
