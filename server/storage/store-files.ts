import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/database.ts";
import { type Storage, type StorageFolder, StoreUnanswered } from "#server/storage/storage.ts";
import { abandonFiles, announceFiles, newStorageKey } from "#server/storage/unclaimed-files.ts";

/** The functions for storing files and for removing those of a failed upload. */
export interface FileStoring {
  db: Db;
  storage: Storage;
  log: FastifyBaseLogger;
  sweepFilesSoon: () => void;
}

/** The store may still accept a file after its answer was no longer waited for, but not for as long as this. */
const acceptedLateS = 600;

/** Puts a file, by its name below the key, into the store. @throws {Failure} `unavailable` */
export type PutFile = (
  name: string,
  source: Parameters<Storage["put"]>[1],
  mime: string,
) => Promise<void>;

/** Announces a key before `store` puts files below it and claims them, and abandons them when it fails. */
export async function storeFiles<T>(
  { db, storage, log, sweepFilesSoon }: FileStoring,
  folder: StorageFolder,
  store: (storageKey: string, put: PutFile) => Promise<T>,
): Promise<T> {
  const storageKey = newStorageKey(folder);
  await announceFiles(db, storageKey);
  /** Names of files that the store may still accept. */
  const late = new Set<string>();
  const put: PutFile = async (name, source, mime) => {
    try {
      const { repeated } = await storage.put(`${storageKey}/${name}`, source, mime);
      if (repeated) late.add(name);
    } catch (error) {
      if (error instanceof StoreUnanswered) late.add(name);
      throw error;
    }
  };
  try {
    return await store(storageKey, put);
  } catch (error) {
    const inS = late.size > 0 ? acceptedLateS : 0;
    await abandonFiles(db, storageKey, inS).then(sweepFilesSoon, (abandoning: unknown) => {
      log.warn({ err: abandoning }, "files of a failed upload wait for a sweep");
    });
    throw error;
  }
}

/** Kampus writes no file any more when it throws, so that a sweep afterwards is complete. @throws {Failure} `unavailable` */
export async function putPicture(
  put: PutFile,
  files: { name: string; content: Buffer }[],
): Promise<void> {
  const puts = files.map(({ name, content }) => put(name, { content }, "image/webp"));
  await Promise.allSettled(puts);
  await Promise.all(puts);
}
