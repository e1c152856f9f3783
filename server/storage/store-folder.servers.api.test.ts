/** An operator who names a bucket copies into it what the folder of uploads has, by the command of docs/uploads.md. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let bucket: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  bucket = await startTestS3();
});
afterAll(() => bucket.close());

const copy = (own: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      VAR_DIR: kampus.env.varDir,
      DATABASE_URL: kampus.env.databaseAddress?.urls[0],
      S3_URL: bucket.url,
      ...own,
    };
    const args = ["server/mirror.ts", "--from-folder"];
    execFile(process.execPath, args, { env }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });

it("members find their photos and files in a bucket to which they were copied, and the command can be repeated", async () => {
  const folder = path.join(kampus.env.varDir, "media");
  const media = testMedia(kampus);
  const member = await oneMember(kampus);
  const notes = await media.add(member, "some notes");
  const photo = await media.add(member, await plainImage(900, 300).png().toBuffer(), "a.png");
  const unclaimed = newStorageKey("media");
  await kampus.storage.put(`${unclaimed}/file`, { content: Buffer.from("x") }, "text/plain");
  const halfWritten = path.join(folder, unclaimed, "file~0123456789ab");
  writeFileSync(halfWritten, "of a process that was killed");
  writeFileSync(path.join(folder, "media", ".note"), "of the operator");

  expect(await copy()).toMatch(
    /^✓ 3 files of \/.*\/media copied, \d+ bytes; 1 that no row claims were not\n$/,
  );
  const later = await media.add(member, "later");
  expect(await copy()).toMatch(
    /^✓ 1 files of .* copied, 5 bytes; 1 that no row claims were not\n$/,
  );
  const node = await kampus.anotherNode({ S3_URL: bucket.url });
  try {
    for (const { url, thumb_url } of [notes, photo, later])
      for (const address of [url, thumb_url ?? url])
        expect((await node.get(address)).rawPayload).toEqual(
          (await kampus.get(address)).rawPayload,
        );
    expect((await node.get(notes.url)).body).toBe("some notes");
    expect(await node.storage.read(`${unclaimed}/file`)).toBeNull();
  } finally {
    await node.close();
  }
});

it.each<[Record<string, string>, string]>([
  [
    { S3_URL: "" },
    "kampus: --from-folder needs S3_URL, and DATABASE_URL with the members whose files they are\n",
  ],
  [
    { DATABASE_URL: "" },
    "kampus: --from-folder needs S3_URL, and DATABASE_URL with the members whose files they are\n",
  ],
  [
    { VAR_DIR: "/nowhere" },
    "kampus: VAR_DIR: /nowhere/media is no folder of uploads: the file .kampus-store is missing\n",
  ],
  [
    { S3_URL: "http://key:secret@127.0.0.1:1/kampus" },
    "kampus: S3_URL: the store does not answer\n",
  ],
])("an operator who asks with %j is told in one line what is missing", async (own, told) => {
  expect(await copy(own)).toBe(told);
});
