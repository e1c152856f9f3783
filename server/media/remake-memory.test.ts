import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "kampus-memory-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Prepares one image as the server does, with one thread an image, and prints its memory. */
const preparing = `
  import { makeThumb, remakeImage, remakingBytes } from "#server/media/remake-image.ts";
  import { createDecodeQueue } from "#server/uploads/decode-queue.ts";
  createDecodeQueue();
  const file = process.argv[1];
  const before = process.memoryUsage.rss();
  try {
    await remakingBytes(file);
    await remakeImage(file, file + "-remade");
    await makeThumb(file + "-remade", "file", "square");
  } catch (error) {
    if (error.fields?.file?.[0] !== "Answers.imageFormatPixels") throw error;
  }
  console.log(process.resourceUsage().maxRSS * 1024 - before);
`;

/** In MB. A process of its own, because leftovers of other tests would be measured too. */
async function memoryOfPreparing(file: string): Promise<number> {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    preparing,
    file,
  ]);
  return Number(stdout) / 1024 / 1024;
}

describe("an image of 33 megapixels in a small file", { timeout: 60_000 }, () => {
  const edge = 5_740;
  const plain = sharp({ create: { width: edge, height: edge, channels: 3, background: "teal" } });
  /** Many colours in one corner, so that no decoder can compress it. */
  const corner = sharp(
    Buffer.from(Array.from({ length: 64 * 64 * 4 }, (_, at) => (at * 89) % 251)),
    {
      raw: { width: 64, height: 64, channels: 4 },
    },
  );
  const colourful = async () =>
    sharp({ create: { width: edge, height: edge, channels: 4, background: "#0a968880" } })
      .composite([{ input: await corner.png().toBuffer(), left: 9, top: 9 }])
      .webp({ lossless: true, effort: 0 })
      .toBuffer();

  it.each([
    ["lossless WebP that is transparent", colourful],
    ["progressive JPEG", () => plain.clone().jpeg({ progressive: true }).toBuffer()],
    ["GIF", () => plain.clone().gif({ effort: 1 }).toBuffer()],
  ])("takes less than 200 MB of memory, or is refused at once: %s", async (_title, make) => {
    const file = path.join(folder, "image");
    writeFileSync(file, await make());
    expect(await memoryOfPreparing(file)).toBeLessThan(200);
  });
});
