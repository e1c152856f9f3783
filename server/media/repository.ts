import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import { type Media, mediaPerPage } from "#lib/media/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import { decodeCursor, seekPage } from "#server/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/failure.ts";
import type { FileUrl } from "#server/file-url.ts";
import { mediaFiles } from "#server/media/media-files.ts";
import type { MediaTables } from "#server/media/tables.ts";
import { isVisible } from "#server/visibility.ts";
import { claimFiles, releaseFiles } from "#server/storage/unclaimed-files.ts";

type MediaRow = Selectable<MediaTables["media"]>;

export type NewMedia = Pick<MediaRow, "storage_key" | "name" | "mime" | "kind" | "has_thumb"> & {
  bytes: number;
};

const toMedia = (row: MediaRow, fileUrl: FileUrl): Media => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  kind: row.kind,
  size: Number(row.bytes),
  url: fileUrl(row.storage_key, mediaFiles.file),
  thumb_url: row.has_thumb ? fileUrl(row.storage_key, mediaFiles.thumb) : null,
  created_at: row.created_at.toISOString(),
});

/** Newest first, as far as the one who asks may see them. */
export async function listMedia(
  db: Db,
  fileUrl: FileUrl,
  { userId, viewerId }: { userId: number; viewerId: number },
  cursor: string | undefined,
) {
  const after = decodeCursor(cursor, z.tuple([id]));
  let query = db
    .selectFrom("media")
    .innerJoin("users", "users.id", "media.user_id")
    .selectAll("media")
    .where("media.user_id", "=", userId)
    .where(isVisible("media", viewerId))
    .orderBy("media.id", "desc")
    .limit(mediaPerPage + 1);
  if (after) query = query.where("media.id", "<", after[0]);
  return seekPage(
    await query.execute(),
    mediaPerPage,
    (row) => toMedia(row, fileUrl),
    (row) => [row.id],
  );
}

/** What all media of a member take, in bytes. */
export async function usedBytes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select("media_bytes")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(row.media_bytes);
}

interface Room {
  userId: number;
  quotaBytes: number;
}

const noRoom = () => invalidField("file", "Answers.mediaQuota");

/** Before work that would be in vain; `insertMedia` decides. @throws {Failure} `invalid` */
export async function requireRoom(
  db: Db,
  { userId, quotaBytes }: Room,
  bytes: number,
): Promise<void> {
  if ((await usedBytes(db, userId)) + bytes > quotaBytes) throw noRoom();
}

/** Claims the files, and the room for them: however many come at once, they fit. @throws {Failure} */
export async function insertMedia(
  db: Db,
  fileUrl: FileUrl,
  { userId, quotaBytes }: Room,
  media: NewMedia,
): Promise<Media> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    const taken = await trx
      .updateTable("users")
      .set({ media_bytes: sql`media_bytes + ${media.bytes}` })
      .where("id", "=", userId)
      .where(sql<boolean>`media_bytes + ${media.bytes} <= ${quotaBytes}`)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw noRoom();
    await claimFiles(trx, media.storage_key);
    const row = await trx
      .insertInto("media")
      .values({ user_id: userId, ...media })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toMedia(row, fileUrl);
  });
}

/** Gives the room back. @throws {Failure} `not_found` unless it is the member's own. */
export async function deleteMedia(db: Db, userId: number, mediaId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    const deleted = await trx
      .deleteFrom("media")
      .where("id", "=", mediaId)
      .where("user_id", "=", userId)
      .returning(["storage_key", "bytes"])
      .executeTakeFirst();
    if (!deleted) throw notFound();
    await trx
      .updateTable("users")
      .set({ media_bytes: sql`media_bytes - ${deleted.bytes}` })
      .where("id", "=", userId)
      .execute();
    await releaseFiles(trx, [deleted.storage_key]);
  });
}
