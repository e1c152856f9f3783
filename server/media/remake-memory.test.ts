import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeThumb, remakeImage, remakingBytes } from "#server/media/remake-image.ts";
import { createDecodeQueue } from "#server/uploads/decode-queue.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-memory-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** In MB: how much more memory the process takes while it works than before. */
async function memoryGrownBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 2);
  await work().finally(() => {
    clearInterval(timer);
  });
  return (most - before) / 1024 / 1024;
}

describe("an image of 33 megapixels in a small file", { timeout: 60_000 }, () => {
  const edge = 5_740;
  const plain = sharp({ create: { width: edge, height: edge, channels: 3, background: "teal" } });
  /** Many colours in one corner: nothing that a decoder could pack. */
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

  beforeAll(() => {
    // As the server runs sharp: one thread an image, and nothing kept.
    createDecodeQueue();
  });

  it.each([
    ["lossless WebP that is transparent", colourful],
    ["progressive JPEG", () => plain.clone().jpeg({ progressive: true }).toBuffer()],
    ["GIF", () => plain.clone().gif({ effort: 1 }).toBuffer()],
  ])("takes less than 200 MB of memory, or is refused at once: %s", async (_title, make) => {
    const file = path.join(folder, "image");
    writeFileSync(file, await make());
    const grown = await memoryGrownBy(async () => {
      try {
        await remakingBytes(file);
      } catch (error) {
        expect(error).toMatchObject({ fields: { file: ["Answers.imageFormatPixels"] } });
        return;
      }
      await makeThumb(file, "file", "square");
      await remakeImage(file, `${file}-remade`);
    });
    expect(grown).toBeLessThan(200);
  });
});
