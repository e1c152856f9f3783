/** The part of a drill that loses the store of files, and brings it back from its copy. */
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { run } from "#deploy/testing/programs.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";

const files = 200;
const bytesMax = 200_000;

export async function drillFiles(): Promise<void> {
  const stores = [await startTestS3(), await startTestS3()] as const;
  try {
    const [store, copy] = stores;
    const { storage } = openS3(s3Address.parse(store.url));
    const env = { S3_URL: store.url, BACKUP_S3_URL: copy.url };
    const mirror = (...args: string[]) =>
      run(projectNode, ["server/mirror.ts", ...args], { env, cwd: inRoot(".") });
    const digests = new Map<string, string>();
    for (let n = 0; n < files; n += 1) {
      const content = randomBytes(Math.ceil((bytesMax * (n + 1)) / files));
      const key = `media/${randomBytes(16).toString("hex")}/file`;
      await storage.put(key, { content }, "application/octet-stream");
      digests.set(key, digestOf(content));
    }
    process.stdout.write(`  ${await mirror()}`);
    for (const key of digests.keys()) await storage.removeBelow(key.replace(/\/file$/, ""));
    process.stdout.write(`  ${await mirror("--restore")}`);
    for (const [key, digest] of digests) {
      const found = await storage.read(key);
      if (!found || digestOf(await buffer(found.body)) !== digest)
        throw new Error(`${key} is not as before`);
    }
    storage.close();
    console.log(`✓ the checksums of all ${files} files are equal`);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
