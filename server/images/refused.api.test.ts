import { readdirSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { plainImage, testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);
/** A refusal has left nothing behind. */
afterEach(async () => {
  await kampus.app.sweepFiles();
  await expect.poll(() => readdirSync(path.join(kampus.env.varDir, "uploads"))).toEqual([]);
  const rows = await kampus.db.selectFrom("unclaimed_files").selectAll().execute();
  expect(rows).toEqual([]);
});

const upload = async (content: Uint8Array) => {
  const answer = await images.upload(await oneMember(kampus), content);
  const { code, errors } = answer.json<{ code: string; errors?: { image?: string[] } }>();
  return { status: answer.statusCode, code, image: errors?.image?.join() };
};
const format =
  "This file cannot be used. Choose a photo in JPEG, PNG, WebP, GIF or AVIF; save HEIC photos as JPEG first";
const damaged = "The photo could not be read: the file is damaged";

/** A PNG that claims a number of pixels, and has none. `look`: bits a channel, colour type, …, interlaced. */
const promisingPng = async (width: number, height: number, look?: number[]) => {
  const png = await plainImage(8, 8).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  if (look) png.set(look, 24);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

describe("an image that is uploaded is refused", () => {
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each<[string, Uint8Array]>([
    ["nothing", Buffer.alloc(0)],
    ["HEIC", heic],
    ["SVG", Buffer.from(svg)],
    ["SVG that begins as XML", Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
    ["ZIP", Buffer.from("PK\x03\x04 image.jpg")],
    ["text", Buffer.from("photo.jpg")],
  ])("when it holds %s, whatever its name", async (_title, content) => {
    expect(await upload(content)).toEqual({ status: 422, code: "invalid", image: format });
  });

  it("when it is a TIFF, which could be read but is not for the web", async () => {
    const tiff = await plainImage().tiff().toBuffer();
    expect(await upload(tiff)).toMatchObject({ status: 422, image: format });
  });

  it("when half of it is missing, or it has holes", async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: "grey",
        noise: { type: "gaussian", mean: 128, sigma: 50 },
      },
    })
      .png()
      .toBuffer();
    for (const format of ["jpeg", "png", "webp", "gif"] as const) {
      const whole = await sharp(noise).toFormat(format).toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      expect([format, await upload(half)]).toMatchObject([format, { status: 422, image: damaged }]);
    }
    const png = Buffer.from(noise).fill(7, 5_000, 9_000);
    expect(await upload(png)).toMatchObject({ status: 422, image: damaged });
  });

  it("when it is only the first bytes of its format", async () => {
    for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
      const head = (await plainImage().toFormat(format).toBuffer()).subarray(0, 40);
      expect([format, (await upload(head)).status]).toEqual([format, 422]);
    }
  });

  it.each([
    ["more than 33 megapixels", 50_000, 50_000],
    ["a few more than 33 megapixels", 6_000, 5_501],
    ["a line of pixels", 32_999_999, 1],
    ["a column of pixels", 1, 16_385],
  ])(
    "when it has %s, at once and without the memory that it would take",
    async (_title, width, height) => {
      const before = process.memoryUsage.rss();
      expect(await upload(await promisingPng(width, height))).toEqual({
        status: 422,
        code: "invalid",
        image: "The photo is too large: at most 33 megapixels, and 16\u00a0384 pixels a side",
      });
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    },
  );

  it("when its format would take too much memory, though it has fewer pixels", async () => {
    // 16 bits and interlaced: all of it is decoded before its first row is known.
    expect(await upload(await promisingPng(5_700, 5_700, [16, 6, 0, 0, 1]))).toEqual({
      status: 422,
      code: "invalid",
      image:
        "A photo this large cannot be opened in this format. Make it smaller or save it as an ordinary JPEG",
    });
  });

  it("when it has more than 16 MB", async () => {
    const answer = await upload(Buffer.alloc(16 * 1024 * 1024 + 1));
    expect(answer).toEqual({ status: 413, code: "too_large", image: undefined });
  });
});
