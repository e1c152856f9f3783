import { sql } from "kysely";
import { type ImageList, imagesMax, imagesPerPage, type ProfileImage } from "#lib/images/schema.ts";
import { imageFiles } from "#lib/browser/image-files.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import type { Picture } from "#server/images/make-picture.ts";
import { claimFiles, releaseFiles } from "#server/storage/unclaimed-files.ts";

const columns = [
  "images.id",
  "images.storage_key",
  "images.width",
  "images.height",
  "images.placeholder",
  "images.created_at",
] as const;

const imagesOf = (db: Db, userId: number) =>
  db
    .selectFrom("images")
    .innerJoin("users", "users.id", "images.user_id")
    .where("images.user_id", "=", userId)
    .select([
      ...columns,
      sql<boolean>`images.id IS NOT DISTINCT FROM users.main_image_id`.as("is_main"),
    ]);

type ImageRow = Awaited<ReturnType<ReturnType<typeof imagesOf>["executeTakeFirstOrThrow"]>>;

const toImage = (
  fileUrl: FileUrl,
  { storage_key, created_at, ...row }: ImageRow,
): ProfileImage => ({
  ...row,
  url: fileUrl(storage_key, imageFiles.full),
  thumb_url: fileUrl(storage_key, imageFiles.grid),
  created_at: created_at.toISOString(),
});

/** The answer for a reader from whom the member hides their photos. */
export const noImages = (page = 1): ImageList => ({
  data: [],
  meta: { current_page: page, per_page: imagesPerPage, last_page: 1, total: 0 },
});

/** Newest first; a page past the last is empty. */
export async function listImages(
  db: Db,
  fileUrl: FileUrl,
  userId: number,
  page = 1,
): Promise<ImageList> {
  const rows = await imagesOf(db, userId)
    .orderBy("images.id", "desc")
    .limit(imagesPerPage)
    .offset((page - 1) * imagesPerPage)
    .execute();
  const total = await countImages(db, userId);
  return {
    data: rows.map((row) => toImage(fileUrl, row)),
    meta: {
      current_page: page,
      per_page: imagesPerPage,
      last_page: Math.max(1, Math.ceil(total / imagesPerPage)),
      total,
    },
  };
}

async function countImages(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom("images")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return total;
}

/** @throws {Failure} `invalid` when the member has as many images as a member may have. */
export async function requireImageRoom(db: Db, userId: number): Promise<void> {
  if ((await countImages(db, userId)) >= imagesMax)
    throw invalidField("image", "Answers.imagesFull");
}

/**
 * A member's first image becomes the main one. Changes wait for each other, so that one always is. @throws {Failure}
 */
export async function insertImage(
  db: Db,
  fileUrl: FileUrl,
  userId: number,
  storageKey: string,
  { files, width, height, placeholder }: Picture,
): Promise<ProfileImage> {
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    await requireImageRoom(trx, userId);
    const { id } = await trx
      .insertInto("images")
      .values({ user_id: userId, storage_key: storageKey, bytes, width, height, placeholder })
      .returning("id")
      .executeTakeFirstOrThrow();
    await claimFiles(trx, storageKey);
    await requireMain(trx, userId);
    const row = await imagesOf(trx, userId).where("images.id", "=", id).executeTakeFirstOrThrow();
    return toImage(fileUrl, row);
  });
}

/** @throws {Failure} `not_found` unless it is the member's own. */
export async function setMainImage(db: Db, userId: number, id: number): Promise<void> {
  const result = await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    return trx
      .updateTable("users")
      .set({ main_image_id: id })
      .where("id", "=", userId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("images")
            .select("images.id")
            .where("images.id", "=", id)
            .where("images.user_id", "=", userId),
        ),
      )
      .executeTakeFirst();
  });
  if (result.numUpdatedRows === 0n) throw notFound();
}

/**
 * Among the remaining images, the newest becomes the main one if the deleted one was. @throws {Failure} `not_found`
 * unless it is the member's own.
 */
export async function deleteImage(db: Db, userId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if (!(await deleteLocked(trx, userId, id))) throw notFound();
  });
}

/**
 * As `deleteImage`, by the operator, from an account that is closed as well. `named`: its id, or the key of its files.
 * Returns the image and its member; undefined where there is no such image. Must be called in a transaction.
 */
export async function takeDownImage(trx: Db, named: { id: number } | { storageKey: string }) {
  const image = await trx
    .selectFrom("images")
    .innerJoin("users", "users.id", "images.user_id")
    .select(["images.id", "images.user_id"])
    .where((eb) =>
      "id" in named ? eb("images.id", "=", named.id) : eb("storage_key", "=", named.storageKey),
    )
    .forNoKeyUpdate("users")
    .executeTakeFirst();
  return image && (await deleteLocked(trx, image.user_id, image.id)) ? image : undefined;
}

/** Returns whether the member, whose row is locked, had such an image. */
async function deleteLocked(trx: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("images")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("storage_key")
    .executeTakeFirst();
  if (!deleted) return false;
  await releaseFiles(trx, [deleted.storage_key]);
  await requireMain(trx, userId);
  return true;
}

/** The foreign key clears the main image when it is deleted. */
async function requireMain(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set((eb) => ({
      main_image_id: eb
        .selectFrom("images")
        .select((image) => image.fn.max("images.id").as("newest"))
        .where("images.user_id", "=", userId),
    }))
    .where("id", "=", userId)
    .where("main_image_id", "is", null)
    .execute();
}
