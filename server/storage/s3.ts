import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { StartFault } from "#server/infra/start-fault.ts";
import type { S3Address } from "#server/storage/s3-address.ts";
import {
  isFileKey,
  isStorageKey,
  type OpenStorage,
  type Storage,
  storeUnanswered,
  storeUnavailable,
} from "#server/storage/storage.ts";

const connectWithinMs = 2_000;
/** How long the store may take to begin its answer, so that an unreachable one is reported within five seconds. */
const answerWithinMs = 4_000;
/** What readers hold for as long as they take, beyond all files that are sent at once (server/files/open-streams.ts). */
const readingMax = 2_000;
/** All else, which takes moments, or as long as a file needs into the store. */
const othersMax = 500;
/** How long a store that has begun to answer may be silent: longer than the largest file takes to be accepted. */
const silentMsMax = 60_000;
/** Only a request that failed at once is retried, so that both tries end within that time. */
const retryWithinMs = 500;
/** The lowest rate at which the store must accept a file, in bytes per millisecond. */
const bytesPerMs = 5_000;

/**
 * A bucket of an S3-compatible store. Slow readers cannot take the sockets of writes and of the check, which have their
 * own.
 */
export function openS3(
  { bucket: Bucket, ...address }: S3Address,
  { readingSockets = readingMax, silentMs = silentMsMax } = {},
) {
  const client = clientOf(address, { maxSockets: othersMax, socketTimeout: silentMs });
  // A slow reader makes a quiet connection.
  const reading = clientOf(address, { maxSockets: readingSockets, socketTimeout: 0 });

  const storage: OpenStorage = {
    async put(Key, source, ContentType) {
      if (!isFileKey(Key)) throw new Error(`not the key of a file: ${Key}`);
      let tries = 0;
      await twice(async () => {
        tries += 1;
        const { body, bytes } = await contentOf(source);
        const unreadable = new AbortController();
        // The client does not listen, and an error that nobody hears ends the process.
        if (body instanceof Readable)
          body.on("error", (error) => {
            unreadable.abort(error);
          });
        try {
          await client.send(
            new PutObjectCommand({ Bucket, Key, Body: body, ContentLength: bytes, ContentType }),
            {
              requestTimeout: answerWithinMs + bytes / bytesPerMs,
              abortSignal: unreadable.signal,
            },
          );
        } finally {
          if (body instanceof Readable) body.destroy();
        }
      });
      return { repeated: tries > 1 };
    },
    async read(Key, range) {
      if (!isFileKey(Key)) return null;
      return twice(async () => {
        try {
          const Range = range && `bytes=${range.start}-${range.end}`;
          const answer = await reading.send(new GetObjectCommand({ Bucket, Key, Range }));
          const whole = answer.ContentRange?.split("/")[1] ?? answer.ContentLength;
          if (!(answer.Body instanceof Readable)) throw new Error("an answer without content");
          return { body: answer.Body, bytes: Number(whole) };
        } catch (error) {
          if (error instanceof S3ServiceException && error.name === "NoSuchKey") return null;
          throw error;
        }
      });
    },
    async removeBelow(prefix) {
      if (!isStorageKey(prefix)) throw new Error(`not the key of files: ${prefix}`);
      const Prefix = `${prefix}/`;
      const found = await twice(() => client.send(new ListObjectsV2Command({ Bucket, Prefix })));
      // Deletes them one by one, because not every store supports bulk deletion, and there are few.
      await Promise.all(
        (found.Contents ?? []).map(({ Key }) =>
          twice(() => client.send(new DeleteObjectCommand({ Bucket, Key }))),
        ),
      );
    },
    close() {
      client.destroy();
      reading.destroy();
    },
  };
  return {
    storage,
    /** Whether the store answers at all. @throws {StartFault} when it does not know the key or bucket. */
    async check(): Promise<boolean> {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
        return true;
      } catch (error) {
        const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
        if (status === 404) throw new StartFault([`S3_URL: there is no bucket ${Bucket}`]);
        if (status === 401 || status === 403)
          throw new StartFault([`S3_URL: its key may not use the bucket ${Bucket}`]);
        return false;
      }
    },
  };
}

/** Checksums of streams and the Expect header are Amazon's; other stores do not know them. */
export const s3ClientOf = (
  { endpoint, region, ...credentials }: Omit<S3Address, "bucket">,
  options: S3ClientConfig,
) =>
  new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    ...options,
  });

const clientOf = (
  address: Omit<S3Address, "bucket">,
  { maxSockets, socketTimeout }: { maxSockets: number; socketTimeout: number },
) =>
  s3ClientOf(address, {
    maxAttempts: 1, // request streams cannot be replayed: `twice` retries instead
    // Failures are thrown, so the client must not log them to the console as well.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });

async function contentOf(source: Parameters<Storage["put"]>[1]) {
  if ("content" in source) return { body: source.content, bytes: source.content.length };
  const { size } = await stat(source.path);
  return { body: createReadStream(source.path), bytes: size };
}

/** @throws {Failure} `unavailable` */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!mayPass(error)) throw storeUnavailable(error);
    if (performance.now() - begunMs > retryWithinMs) throw storeUnanswered(error);
  }
  try {
    return await work();
  } catch (error) {
    // Whatever this answer was, the first try had none.
    throw storeUnanswered(error);
  }
}

/** No answer, or one that blames the store. */
function mayPass(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status >= 500 || status === 429;
}
