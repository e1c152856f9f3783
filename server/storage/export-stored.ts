import type { ExportFile } from "#server/infra/export-file.ts";
import { Failure } from "#server/http/failure.ts";
import type { Storage } from "#server/storage/storage.ts";

/** Stored files for an archive, under given names; files deleted meanwhile are left out. */
export async function* exportStored(
  storage: Storage,
  files: Iterable<StoredName> | AsyncIterable<StoredName>,
): AsyncGenerator<ExportFile> {
  let isAway = false;
  for await (const { key, name } of files) {
    const found = isAway ? "away" : await read(storage, key);
    if (found === "away") {
      // An unreachable store makes each request wait, so the remaining files are not read.
      isAway = true;
      yield { name, content: null };
    } else if (found) {
      try {
        yield { name, content: found.body, isPacked: true };
      } finally {
        found.body.destroy();
      }
    }
  }
}

interface StoredName {
  key: string;
  name: string;
}

async function read(storage: Storage, key: string) {
  try {
    return await storage.read(key);
  } catch (error) {
    if (error instanceof Failure && error.code === "unavailable") return "away";
    throw error;
  }
}
