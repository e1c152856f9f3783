import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { Media } from "#lib/files/schema.ts";
import { mediaPerPage } from "#lib/media/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import type { LinkReader } from "#server/http/address-signing.ts";
import { type FileUrl, findLinkReaders } from "#server/http/file-url.ts";
import type { MediaTables } from "#server/media/tables.ts";
import { isVisible } from "#server/visibility.ts";
import { claimFiles, releaseFiles } from "#server/storage/unclaimed-files.ts";

/** The files of one entry, which have neighbouring keys in the store. */
export const mediaFiles = { file: "file", thumb: "thumb.webp" };

type MediaRow = Selectable<MediaTables["media"]>;

type NewMedia = Pick<
  MediaRow,
  "storage_key" | "name" | "mime" | "kind" | "has_thumb" | "width" | "height" | "in_profile"
> & {
  bytes: number;
};

const toMedia = (row: MediaRow, urlOf: (storageKey: string, file: string) => string): Media => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  kind: row.kind,
  size: row.bytes,
  url: urlOf(row.storage_key, mediaFiles.file),
  thumb_url: row.has_thumb ? urlOf(row.storage_key, mediaFiles.thumb) : null,
  width: row.width,
  height: row.height,
  created_at: row.created_at.toISOString(),
});

/** Files of messages are for the members of their chats: each gets addresses of their own. */
export const mediaFor = (media: Media, fileUrl: FileUrl, reader: LinkReader): Media => ({
  ...media,
  url: fileUrl.forReader(media.url, reader),
  thumb_url: media.thumb_url === null ? null : fileUrl.forReader(media.thumb_url, reader),
});

/**
 * Reads media by their ids, of any member: for messages, which are known to hold them. Profile media keep the same
 * address when they leave the profile. For `readerId`; with null the addresses are invalid until they are made for a
 * reader (`mediaFor`).
 */
export const createFindMedia =
  (db: Db, fileUrl: FileUrl) =>
  async (ids: number[], readerId: number | null): Promise<Map<number, Media>> => {
    const rows = await db
      .selectFrom("media")
      .selectAll()
      .select(epochOf(readerId).as("reader_epoch"))
      .where("id", "in", ids)
      .execute();
    return new Map(
      rows.map((row) => {
        const media = toMedia(row, fileUrl);
        if (readerId === null) return [row.id, media];
        return [row.id, mediaFor(media, fileUrl, { id: readerId, epoch: row.reader_epoch })];
      }),
    );
  };

const epochOf = (readerId: number | null) =>
  sql<number>`coalesce((SELECT epoch FROM link_epochs WHERE user_id = ${readerId}), 0)`;

/** Newest first, as far as the reader may see them. */
export async function listMedia(
  db: Db,
  fileUrl: FileUrl,
  { userId, readerId }: { userId: number; readerId: number },
  cursor: string | undefined,
) {
  const after = decodeCursor(cursor, z.tuple([id]));
  let query = db
    .selectFrom("media")
    .innerJoin("users", "users.id", "media.user_id")
    .selectAll("media")
    .where("media.user_id", "=", userId)
    .where("media.in_profile", "=", true)
    .where(isVisible("media", readerId))
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

/** The bytes that all media of a member take. */
export async function usedBytes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select("media_bytes")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.media_bytes;
}

interface Room {
  userId: number;
  quotaBytes: number;
}

export const noRoom = () => invalidField("file", "Answers.mediaQuota");

/** An early check before expensive work; `insertMedia` decides. @throws {Failure} `invalid` */
export async function requireMediaRoom(
  db: Db,
  { userId, quotaBytes }: Room,
  bytes: number,
): Promise<void> {
  if ((await usedBytes(db, userId)) + bytes > quotaBytes) throw noRoom();
}

/**
 * Claims the files and their quota. However many uploads arrive at once, they stay within the quota. @throws {Failure}
 */
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
    const shown = toMedia(row, fileUrl);
    if (row.in_profile) return shown;
    const reader = (await findLinkReaders(trx, [userId])).get(userId);
    return reader ? mediaFor(shown, fileUrl, reader) : shown;
  });
}

/**
 * Frees the quota. A file that a message also holds only leaves the profile. @throws {Failure} `not_found` unless it is
 * the member's own.
 */
export async function deleteMedia(db: Db, userId: number, mediaId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if (!(await deleteLocked(trx, userId, mediaId))) throw notFound();
  });
}

/**
 * As `deleteMedia`, by the operator, from an account that is closed as well. `named`: its id, or the key of its files.
 * Undefined where there is no such file; `isDeleted` is false where it is in messages alone, which leaves it to them. Must
 * be called in a transaction.
 */
export async function takeDownMedia(trx: Db, named: { id: number } | { storageKey: string }) {
  const media = await trx
    .selectFrom("media")
    .innerJoin("users", "users.id", "media.user_id")
    .select(["media.id", "media.user_id"])
    .where((eb) =>
      "id" in named ? eb("media.id", "=", named.id) : eb("storage_key", "=", named.storageKey),
    )
    .forNoKeyUpdate("users")
    .executeTakeFirst();
  return media && { ...media, isDeleted: await deleteLocked(trx, media.user_id, media.id) };
}

/** Returns whether the member, whose row is locked, had such a file that was not in messages alone. */
async function deleteLocked(trx: Db, userId: number, mediaId: number): Promise<boolean> {
  const own = await trx
    .selectFrom("media")
    .select(["id", "in_profile"])
    .where("id", "=", mediaId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!own) return false;
  // Checked once the row is locked, so that a message that is just being stored with it is counted.
  if (await hangsOnMessage(trx, mediaId)) {
    if (!own.in_profile) return false;
    await trx.updateTable("media").set({ in_profile: false }).where("id", "=", mediaId).execute();
    return true;
  }
  const deleted = await trx
    .deleteFrom("media")
    .where("id", "=", mediaId)
    .returning(["storage_key", "bytes"])
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("users")
    .set({ media_bytes: sql`media_bytes - ${deleted.bytes}` })
    .where("id", "=", userId)
    .execute();
  await releaseFiles(trx, [deleted.storage_key]);
  return true;
}

async function hangsOnMessage(trx: Db, mediaId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("message_attachments")
    .select("media_id")
    .where("media_id", "=", mediaId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
