/** Where uploads are stored: a folder of this machine or an S3-compatible store, behind one small interface. */
import type { Readable } from "node:stream";
import { Failure } from "#server/http/failure.ts";

export type StorageFolder = "images" | "media" | "chats";

export interface Storage {
  /**
   * Stores a file of this machine under a key ("images/3f…/full.webp"), completely or not at all. The file may be
   * deleted afterwards, but not be written to. @throws {Failure} `unavailable` when the store is unreachable or full.
   */
  put(key: string, source: { path: string } | { content: Buffer }, mime: string): Promise<Stored>;
  /**
   * Null when there is no such file. `range` is inclusive, in bytes; `bytes` is the size of the whole file. A caller
   * that does not read `body` to its end must destroy it. @throws {Failure} `unavailable` when the store is
   * unreachable.
   */
  read(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ body: Readable; bytes: number } | null>;
  /** Removes all files whose key begins with `${prefix}/`; none is no failure. @throws {Failure} `unavailable` */
  removeBelow(prefix: string): Promise<void>;
}

interface Stored {
  /** The store has the file at the second try, and may still accept the first one later, even if it is removed by then. */
  repeated: boolean;
}

export interface OpenStorage extends Storage {
  close(): void;
}

/** Unreachable, full or not permitted: whatever a store reports concerns the operator, and may pass. */
export function storeUnavailable(cause?: unknown): Failure {
  failures += 1;
  return new Failure("unavailable", { retryAfterS: 10, cause });
}

/** The store may not have got the request, or may still do what it asks for. */
export class StoreUnanswered extends Failure {}

/** As `storeUnavailable`, where the store, or what stands before it, has not refused the request. */
export function storeUnanswered(cause: unknown): StoreUnanswered {
  failures += 1;
  return new StoreUnanswered("unavailable", { retryAfterS: 10, cause });
}

let failures = 0;

/** The number of the store's failures in this process. */
export const storeFailures = () => failures;

const file = /^(?:images|media|chats)\/[0-9a-f]{32}\/[a-z0-9-]+(?:\.[a-z0-9]+)?$/;
const folder = /^(?:images|media|chats)\/[0-9a-f]{32}$/;

/** Whether a key can be that of a file, which must stay below its folder. */
export const isFileKey = (key: string) => file.test(key);

/** Whether a key can have files below it. */
export const isStorageKey = (key: string) => folder.test(key);
