import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeImage, inspectImage } from "#server/uploads/decode-image.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kampus-texts-"));
});
afterAll(() => rm(folder, { recursive: true }));

function chunk(type: string, ...content: (string | Buffer)[]): Buffer {
  const named = Buffer.concat([type, ...content].map((part) => Buffer.from(part)));
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

const headerEnd = 33;
const packed = deflateSync(Buffer.alloc(100_000, "a"));
const kinds: [string, Buffer][] = [
  ["packed", chunk("zTXt", "Comment\0\0", packed)],
  ["packed, in any language", chunk("iTXt", "Comment\0\x01\0\0\0", packed)],
  ["plain", chunk("tEXt", "Comment\0", "a".repeat(100))],
];

describe("a PNG with texts", () => {
  it.each(kinds)("is decoded without them, and keeps its pixels: %s", async (_kind, text) => {
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const file = path.join(folder, "texts.png");
    const texts = Array.from({ length: 20 }, () => text);
    const parts = [plain.subarray(0, headerEnd), ...texts, plain.subarray(headerEnd)];
    await writeFile(file, Buffer.concat(parts));
    expect((await sharp(file).metadata()).comments).toBeDefined();
    expect((await inspectImage(file, "image")).metadata.comments).toBeUndefined();
    const { data } = await decodeImage(file, "image", (image) => image);
    expect(data.equals(await sharp(plain).raw().toBuffer())).toBe(true);
    expect((await readFile(file)).length).toBe(Buffer.concat(parts).length);
  });

  it.each([
    ["texts", "tEXt", 1_001],
    ["other chunks", "paSs", 20_000],
  ])("is refused when it has too many %s", async (_title, type, count) => {
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const file = path.join(folder, "chunks.png");
    const many = Array<Buffer>(count).fill(chunk(type, "a\0"));
    await writeFile(
      file,
      Buffer.concat([plain.subarray(0, headerEnd), ...many, plain.subarray(headerEnd)]),
    );
    await expect(inspectImage(file, "image")).rejects.toMatchObject({ code: "invalid" });
  });
});
