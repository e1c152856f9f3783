import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/database.ts";
import type { StorageFolder } from "#server/storage/storage.ts";
import { abandonFiles, announceFiles, newStorageKey } from "#server/storage/unclaimed-files.ts";

/** What it takes to store files and to give up those of a failed upload. */
export interface FileStoring {
  db: Db;
  log: FastifyBaseLogger;
  sweepFilesSoon: () => void;
}

/** Announces a key before `store` puts files below it and claims them, and gives them up when it fails. */
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
    await abandonFiles(db, storageKey).then(sweepFilesSoon, (abandoning: unknown) => {
      log.warn({ err: abandoning }, "files of a failed upload wait for a sweep");
    });
    throw error;
  }
}
