/** A member's media: for the archive, and to be deleted by a purge. */
import { type ExportPart, jsonList, pagesAfter } from "#server/infra/export-file.ts";
import type { Db } from "#server/db/database.ts";
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

/** Waits for whoever is attaching one of the files; from then on nobody can. */
export const lockMedia = (trx: Db, userId: number) =>
  trx
    .selectFrom("media")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Deletes the rows; the next sweep deletes the files. */
export async function forgetMedia(trx: Db, userId: number): Promise<void> {
  const deleted = await trx
    .deleteFrom("media")
    .where("user_id", "=", userId)
    .returning("storage_key")
    .execute();
  await releaseFiles(
    trx,
    deleted.map(({ storage_key }) => storage_key),
  );
  await trx.updateTable("users").set({ media_bytes: 0 }).where("id", "=", userId).execute();
}
