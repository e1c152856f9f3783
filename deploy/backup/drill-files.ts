/** The part of a drill that loses the store of files, and brings it back from its copy. */
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "pg";
import { run } from "#deploy/testing/programs.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import type { Storage } from "#server/storage/storage.ts";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";

const files = 200;
const bytesMax = 200_000;

/** Takes a database with members, who get the files. */
export async function drillFiles(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const stores = [await startTestS3(), await startTestS3()] as const;
  try {
    const [store, copy] = stores;
    const { storage } = openS3(s3Address.parse(store.url));
    const env = { DATABASE_URL: databaseUrl, S3_URL: store.url, BACKUP_S3_URL: copy.url };
    const mirror = (...args: string[]) =>
      run(projectNode, ["server/mirror.ts", ...args], { env, cwd: inRoot(".") });
    const digests = new Map<string, string>();
    for (let n = 0; n < files; n += 1) {
      const content = randomBytes(Math.ceil((bytesMax * (n + 1)) / files));
      const key = await putFile(storage, content);
      await client.query(
        `INSERT INTO media (user_id, storage_key, name, mime, kind, bytes, has_thumb)
         SELECT min(id), $1, 'file', 'application/octet-stream', 'document', $2, false FROM users`,
        [path.dirname(key), content.length],
      );
      digests.set(key, digestOf(content));
    }
    const deleted = await putFile(storage, Buffer.from("what its member has deleted"));
    process.stdout.write(`  ${await mirror()}`);
    for (const key of [...digests.keys(), deleted]) await storage.removeBelow(path.dirname(key));
    process.stdout.write(`  ${await mirror("--restore")}`);
    for (const [key, digest] of digests) {
      const found = await storage.read(key);
      if (!found || digestOf(await buffer(found.body)) !== digest)
        throw new Error(`${key} is not as before`);
    }
    if (await storage.read(deleted)) throw new Error(`${deleted} was deleted, and has come back`);
    storage.close();
    console.log(`✓ the checksums of all ${files} files are equal`);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await client.end();
  }
}

async function putFile(storage: Storage, content: Buffer): Promise<string> {
  const key = `${newStorageKey("media")}/file`;
  await storage.put(key, { content }, "application/octet-stream");
  return key;
}

const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
