import type { Db } from "#server/db/database.ts";
import { lockGroup, requireAdmin } from "#server/messenger/groups/membership.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type FileStoring, putPicture, storeFiles } from "#server/storage/store-files.ts";
import { claimFiles, releaseFiles } from "#server/storage/unclaimed-files.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";

/** An image in every size that is shown. */
interface Picture {
  files: { name: string; content: Buffer }[];
  width: number;
  height: number;
}

export interface GroupImagesOptions extends FileStoring {
  storage: Storage;
  /** Failures name the field `image`. @throws {Failure} */
  pictureOf: (userId: number, upload: ReceivedUpload) => Promise<Picture>;
}

/** Sets the image of a group; the files of the former one are deleted. */
export function createGroupImages(options: GroupImagesOptions) {
  const { db, storage, pictureOf, sweepFilesSoon } = options;
  const asAdmin = (userId: number, chatId: number, work: (trx: Db, before: string[]) => unknown) =>
    db.transaction().execute(async (trx) => {
      const group = await lockGroup(trx, chatId, userId);
      requireAdmin(group);
      await work(trx, group.image_key === null ? [] : [group.image_key]);
    });

  return {
    /** @throws {Failure} */
    async set(userId: number, chatId: number, upload: ReceivedUpload): Promise<void> {
      const picture = await pictureOf(userId, upload);
      await storeFiles(options, "chats", async (storageKey) => {
        await putPicture(storage, storageKey, picture.files);
        await upload.requireSender();
        await asAdmin(userId, chatId, async (trx, before) => {
          await storeImage(trx, chatId, { ...picture, key: storageKey });
          await claimFiles(trx, storageKey);
          await releaseFiles(trx, before);
        });
      });
      sweepFilesSoon();
    },

    /** A group without an image is no failure. @throws {Failure} */
    async remove(userId: number, chatId: number): Promise<void> {
      await asAdmin(userId, chatId, async (trx, before) => {
        await storeImage(trx, chatId, null);
        await releaseFiles(trx, before);
      });
      sweepFilesSoon();
    },

    /** Refuses before the file is read. @throws {Failure} */
    requireAdmin: (userId: number, chatId: number) => asAdmin(userId, chatId, () => undefined),
  };
}

const storeImage = (
  trx: Db,
  chatId: number,
  image: { key: string; width: number; height: number } | null,
) =>
  trx
    .updateTable("chats")
    .set({
      image_key: image?.key ?? null,
      image_width: image?.width ?? null,
      image_height: image?.height ?? null,
      image_at: image ? new Date() : null,
    })
    .where("id", "=", chatId)
    .execute();
