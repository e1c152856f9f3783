import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/database.ts";
import { type Storage, type StorageFolder, StoreUnanswered } from "#server/storage/storage.ts";
import { abandonFiles, announceFiles, newStorageKey } from "#server/storage/unclaimed-files.ts";

/** The functions for storing files and for removing those of a failed upload. */
export interface FileStoring {
  db: Db;
  log: FastifyBaseLogger;
  sweepFilesSoon: () => void;
}

/** The store may still accept a file after its answer was no longer waited for, but not for as long as this. */
const acceptedLateS = 600;

/** Announces a key before `store` puts files below it and claims them, and abandons them when it fails. */
export async function storeFiles<T>(
  { db, log, sweepFilesSoon }: FileStoring,
  folder: StorageFolder,
  store: (storageKey: string) => Promise<T>,
): Promise<T> {
  const storageKey = newStorageKey(folder);
  await announceFiles(db, storageKey);
  try {
    return await store(storageKey);
  } catch (error) {
    const inS = error instanceof StoreUnanswered ? acceptedLateS : 0;
    await abandonFiles(db, storageKey, inS).then(sweepFilesSoon, (abandoning: unknown) => {
      log.warn({ err: abandoning }, "files of a failed upload wait for a sweep");
    });
    throw error;
  }
}

/**
 * Kampus writes no file any more when it throws, so that a sweep afterwards is complete. Where the store may still be
 * writing one, that is the failure. @throws {Failure} `unavailable`
 */
export async function putPicture(
  storage: Storage,
  storageKey: string,
  files: { name: string; content: Buffer }[],
): Promise<void> {
  const puts = files.map(({ name, content }) =>
    storage.put(`${storageKey}/${name}`, { content }, "image/webp"),
  );
  const reasons: unknown[] = (await Promise.allSettled(puts)).flatMap((put): unknown[] =>
    put.status === "rejected" ? [put.reason] : [],
  );
  if (reasons.length > 0)
    throw reasons.find((reason) => reason instanceof StoreUnanswered) ?? reasons[0];
}
