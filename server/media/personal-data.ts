/** A member's media: for the archive, and to be deleted by a purge. */
import { sql } from "kysely";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import type { Db } from "#server/db/database.ts";
import { pagesAfter } from "#server/db/in-portions.ts";
import { mediaFiles } from "#server/media/repository.ts";
import { exportStored } from "#server/storage/export-stored.ts";
import type { Storage } from "#server/storage/storage.ts";
import { releaseFiles } from "#server/storage/unclaimed-files.ts";

const perPage = 100;

const nameOf = ({ id, name }: { id: number; name: string }) => `media/${id}-${name}`;

export const exportMedia = (db: Db, storage: Storage): ExportPart =>
  async function* ({ id: userId }) {
    yield { name: "media.json", content: jsonList(readList(db, userId)) };
    yield* exportStored(storage, readFiles(db, userId));
  };

async function* readFiles(db: Db, userId: number) {
  for await (const page of readPages(db, userId))
    for (const media of page)
      yield { key: `${media.storage_key}/${mediaFiles.file}`, name: nameOf(media) };
}

async function* readList(db: Db, userId: number) {
  for await (const page of readPages(db, userId))
    yield page.map(({ storage_key: _, bytes, ...media }) => ({
      ...media,
      size: bytes,
      file: nameOf(media),
    }));
}

const readPages = (db: Db, userId: number) =>
  pagesAfter(
    (after) =>
      db
        .selectFrom("media")
        .select(["id", "storage_key", "name", "mime", "kind", "bytes", "created_at"])
        .where("user_id", "=", userId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(perPage)
        .execute(),
    (row) => row.id,
  );

/**
 * A purge looks for so many files at a time in all partitions of messages, which may have to be read from the disk, and
 * then deletes their rows.
 */
const forgottenAtOnce = 200;

/** The ids of the oldest files of a member that are still there, as many as one portion of a purge may have. */
export async function firstMedia(trx: Db, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("media")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id")
    .limit(forgottenAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the rows of those of the files that no message has; the next sweep deletes the files. Waits for whoever is
 * attaching one of them; from then on nobody can.
 */
export async function forgetMedia(trx: Db, mediaIds: number[]): Promise<void> {
  await sql`
    SELECT FROM media WHERE id = ANY (${mediaIds}::bigint[]) ORDER BY id FOR UPDATE`.execute(trx);
  // Looked for once the rows are locked, so that a message that was just stored with one of them is seen.
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM media WHERE id = ANY (${mediaIds}::bigint[])
      AND NOT EXISTS (SELECT FROM message_attachments WHERE media_id = media.id)
    RETURNING storage_key`.execute(trx);
  await releaseFiles(
    trx,
    rows.map(({ storage_key }) => storage_key),
  );
}

/** Sets the used quota of a purged member to 0; must be called once no row of their media is left. */
export async function forgetMediaBytes(trx: Db, userId: number): Promise<void> {
  await trx.updateTable("users").set({ media_bytes: 0 }).where("id", "=", userId).execute();
}
