import type { Db } from "#server/db/database.ts";
import { setImage } from "#server/messenger/groups/locked-group.ts";
import { type LockedGroup, lockGroup, requireAdmin } from "#server/messenger/groups/membership.ts";
import { type FileStoring, putPicture, storeFiles } from "#server/storage/store-files.ts";
import { claimFiles } from "#server/storage/unclaimed-files.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";

/** An image in every size that is shown. */
interface Picture {
  files: { name: string; content: Buffer }[];
  width: number;
  height: number;
}

export interface GroupImagesOptions extends FileStoring {
  /** Failures name the field `image`. @throws {Failure} */
  pictureOf: (userId: number, upload: ReceivedUpload) => Promise<Picture>;
}

/** Sets the image of a group; the files of the former one are deleted. */
export function createGroupImages(options: GroupImagesOptions) {
  const { db, pictureOf, sweepFilesSoon } = options;
  const asAdmin = (
    userId: number,
    chatId: number,
    work: (trx: Db, group: LockedGroup) => unknown,
  ) =>
    db.transaction().execute(async (trx) => {
      const group = await lockGroup(trx, chatId, userId);
      requireAdmin(group);
      await work(trx, group);
    });

  return {
    /** @throws {Failure} */
    async set(userId: number, chatId: number, upload: ReceivedUpload): Promise<void> {
      const picture = await pictureOf(userId, upload);
      await storeFiles(options, "chats", async (storageKey, put) => {
        await putPicture(put, picture.files);
        await upload.requireSender();
        await asAdmin(userId, chatId, async (trx, group) => {
          await setImage(trx, group, { ...picture, key: storageKey });
          await claimFiles(trx, storageKey);
        });
      });
      sweepFilesSoon();
    },

    /** A group without an image is no failure. @throws {Failure} */
    async remove(userId: number, chatId: number): Promise<void> {
      await asAdmin(userId, chatId, (trx, group) => setImage(trx, group, null));
      sweepFilesSoon();
    },

    /** Refuses before the file is read. @throws {Failure} */
    requireAdmin: (userId: number, chatId: number) => asAdmin(userId, chatId, () => undefined),
  };
}
