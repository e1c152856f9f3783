/** A copy of all files in another bucket, in case the store is lost, or a member's file is deleted by mistake. */
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import { z } from "zod";
import { dayMs } from "#server/infra/durations.ts";
import { openFolderFiles } from "#server/storage/folder-files.ts";
import type { S3Address } from "#server/storage/s3-address.ts";
import { s3ClientOf } from "#server/storage/s3.ts";
import { isFileKey } from "#server/storage/storage.ts";

const copiesAtOnceMax = 8;
const portionMax = 1_000;
const connectWithinMs = 10_000;
/** The mirror's record of when files disappeared from the store. No file of the store has this name. */
const goneKey = ".gone.json";
const goneSince = z.record(z.string(), z.iso.datetime());

interface StoredFile {
  key: string;
  bytes: number;
}

interface MirrorOptions {
  /** For how many days files stay in the mirror after they were deleted from the store. */
  keepGoneDays: number;
  nowMs?: number;
  silentMsMax?: number;
}

/**
 * Copies what the mirror lacks, and deletes from it what members deleted long ago. Files never change, so equal name
 * and length mean the same file.
 */
export async function mirrorFiles(
  store: S3Address,
  mirror: S3Address,
  { keepGoneDays, nowMs = Date.now(), silentMsMax }: MirrorOptions,
) {
  const [from, to] = [openBucket(store, silentMsMax), openBucket(mirror, silentMsMax)];
  try {
    const known = goneSince.parse(JSON.parse((await to.readText(goneKey)) ?? "{}"));
    const gone: Record<string, string> = {};
    let deleted = 0;
    const copied = await copyMissing(from, to, {
      async onExtra({ key }) {
        const since = known[key] ?? new Date(nowMs).toISOString();
        if (nowMs - Date.parse(since) < keepGoneDays * dayMs) {
          gone[key] = since;
          return;
        }
        await to.remove(key);
        deleted += 1;
      },
    });
    await to.put(goneKey, Buffer.from(JSON.stringify(gone)));
    return { ...copied, gone: Object.keys(gone).length, deleted };
  } finally {
    from.close();
    to.close();
  }
}

interface Claims {
  /** Those of the keys whose files a row of the database claims. */
  find: (storageKeys: string[]) => Promise<Set<string>>;
  /** Has the files swept, since no row claims them any more. */
  release: (storageKeys: string[]) => Promise<void>;
}

/**
 * Copies back what the store lacks and a row claims, and deletes nothing: the mirror also has what members deleted in
 * the last thirty days, which no sweep would find in the store again. Returns how many files stay in the mirror alone.
 */
export const restoreFiles = (store: S3Address, mirror: S3Address, claims: Claims) =>
  copyClaimed(openBucket(mirror), openBucket(store), claims);

/** Copies from the folder at `root`, which was the store until now, as `restoreFiles` does. @throws {StartFault} */
export const storeFolder = (store: S3Address, root: string, claims: Claims) =>
  copyClaimed(openFolderFiles(root), openBucket(store), claims);

async function copyClaimed(from: FileSource, to: Bucket, claims: Claims) {
  let unclaimed = 0;
  try {
    const copied = await copyMissing(from, to, {
      onExtra: () => Promise.resolve(),
      async select(files) {
        const claimed = await claims.find(storageKeysOf(files));
        const selected = files.filter((file) => claimed.has(storageKeyOf(file)));
        unclaimed += files.length - selected.length;
        return selected;
      },
      async onCopied(files) {
        const keys = storageKeysOf(files);
        const claimed = await claims.find(keys);
        // Their members have deleted them meanwhile, when there was nothing to be removed yet.
        await claims.release(keys.filter((key) => !claimed.has(key)));
      },
    });
    return { ...copied, unclaimed };
  } finally {
    from.close();
    to.close();
  }
}

const storageKeyOf = ({ key }: StoredFile) => path.dirname(key);
const storageKeysOf = (files: StoredFile[]) => [...new Set(files.map(storageKeyOf))];

/** Returns when the mirror last ran to its end, which is when it writes its record; null if it never did. */
export function openLastRun(mirror: S3Address): () => Promise<Date | null> {
  const bucket = openBucket(mirror);
  return () => bucket.writtenAt(goneKey);
}

type Bucket = ReturnType<typeof openBucket>;
type FileSource = Pick<Bucket, "list" | "read" | "close">;

interface Content {
  Body: Readable;
  ContentLength: number | undefined;
  ContentType: string | undefined;
}

interface CopyOptions {
  /** Receives what only `to` has. */
  onExtra: (file: StoredFile) => Promise<void>;
  /** Says which of the missing files are copied; all of them without it. */
  select?: (files: StoredFile[]) => Promise<StoredFile[]>;
  onCopied?: (files: StoredFile[]) => Promise<void>;
}

/** Walks through both at once, in the order of their keys, and copies what `to` lacks in portions. */
async function copyMissing(
  from: FileSource,
  to: Bucket,
  { onExtra, select = (files) => Promise.resolve(files), onCopied }: CopyOptions,
): Promise<{ copied: number; bytes: number }> {
  const few = pLimit(copiesAtOnceMax);
  const total = { copied: 0, bytes: 0 };
  let missing: StoredFile[] = [];
  const copy = async (file: StoredFile) => {
    const content = await from.read(file.key);
    if (!content) return; // its member has deleted it since it was listed
    await to.put(file.key, content);
    total.copied += 1;
    total.bytes += file.bytes;
  };
  const copyPortion = async () => {
    const selected = await select(missing);
    missing = [];
    await Promise.all(selected.map((file) => few(() => copy(file))));
    await onCopied?.(selected);
  };
  const there = to.list();
  let next = await there.next();
  for await (const file of from.list()) {
    while (!next.done && isBefore(next.value.key, file.key)) {
      await onExtra(next.value);
      next = await there.next();
    }
    const isThere = !next.done && next.value.key === file.key;
    if (!isThere || next.value?.bytes !== file.bytes) missing.push(file);
    if (isThere) next = await there.next();
    if (missing.length >= portionMax) await copyPortion();
  }
  for (; !next.done; next = await there.next()) await onExtra(next.value);
  await copyPortion();
  return total;
}

/** In the order of stores: by the bytes of UTF-8. */
const isBefore = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

/**
 * A bucket that says nothing for `silentMsMax` within a request fails it; what is tried again is decided by the client.
 */
function openBucket({ bucket: Bucket, ...address }: S3Address, silentMsMax = 60_000) {
  const client = s3ClientOf(address, {
    requestHandler: { connectionTimeout: connectWithinMs, socketTimeout: silentMsMax },
  });
  const read = async (Key: string): Promise<Content | null> => {
    try {
      const { Body, ContentLength, ContentType } = await client.send(
        new GetObjectCommand({ Bucket, Key }),
      );
      if (!(Body instanceof Readable)) throw new Error(`${Key}: an answer without content`);
      return { Body, ContentLength, ContentType };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    async *list(): AsyncGenerator<StoredFile, undefined> {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key: key = "", Size: bytes = 0 } of page.Contents ?? [])
          if (isFileKey(key)) yield { key, bytes };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return undefined;
    },
    read,
    async readText(key: string): Promise<string | null> {
      const content = await read(key);
      return content && text(content.Body);
    },
    async writtenAt(Key: string): Promise<Date | null> {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key }))).LastModified ?? null;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    put: (Key: string, content: Buffer | Content) =>
      client.send(
        new PutObjectCommand({
          Bucket,
          Key,
          ...(Buffer.isBuffer(content) ? { Body: content } : content),
        }),
      ),
    remove: (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key })),
    close: () => {
      client.destroy();
    },
  };
}
