import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { makeThumb, remakeImage, remakingBytes } from "#server/media/remake-image.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-remake-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
/** Each has a name of its own, because reads are cached by name. */
function fileOf(content: Uint8Array | string) {
  files += 1;
  const file = path.join(folder, String(files));
  writeFileSync(file, content);
  return file;
}
async function remade(content: Uint8Array) {
  const given = fileOf(content);
  const target = `${given}-remade`;
  await remakingBytes(given);
  await remakeImage(given, target);
  const bytes = readFileSync(target);
  return { bytes, ...(await sharp(bytes).metadata()) };
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });

/** A photo as a telephone takes it: with place and author. */
const located = (image: Sharp) =>
  image
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>CANARY</x:xmpmeta>")
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "CANARY" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 18/1 4/1", GPSLongitudeRef: "E" },
    })
    .toBuffer();

const frames = async (count: number) =>
  sharp(
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        sharp({
          create: { width: 20, height: 10, channels: 3, background: { r: index * 40, g: 9, b: 9 } },
        })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  );

describe("a re-encoded image", { timeout: 20_000 }, () => {
  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "keeps its format and size, and nothing of where and by whom it was taken: %s",
    async (format) => {
      const original = await located(plain(90, 60).toFormat(format));
      expect((await sharp(original).metadata()).exif).toBeDefined();
      const { bytes, width, height, exif, xmp, icc, ...image } = await remade(
        Buffer.concat([original, Buffer.from("<script>CANARY</script>")]),
      );
      expect([image.format, width, height]).toEqual([format === "avif" ? "heif" : format, 90, 60]);
      expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
      for (const trace of ["CANARY", "Exif", "GPS", "script"])
        expect(bytes.includes(trace)).toBe(false);
    },
  );

  it("stands upright as the camera was held", async () => {
    const lying = await plain(90, 60).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height, orientation } = await remade(lying);
    expect([width, height, orientation]).toEqual([60, 90, undefined]);
  });

  it.each(["gif", "webp"] as const)("stays animated: %s", async (format) => {
    const moving = await (
      await frames(3)
    )
      .toFormat(format, { delay: [50, 60, 70], loop: 2 })
      .toBuffer();
    expect(await remade(moving)).toMatchObject({
      format,
      pages: 3,
      width: 20,
      height: 10,
      delay: [50, 60, 70],
      loop: 2,
    });
  });

  it("is refused when its animation has more than 33 megapixels in all", async () => {
    const long = await (await frames(2)).gif().toBuffer();
    // Two frames of 20 × 10, which say that they are larger.
    const size = Buffer.from([20, 0, 10, 0]);
    for (let at = long.indexOf(size); at >= 0; at = long.indexOf(size, at + 4))
      for (const offset of [at, at + 2]) long.writeUInt16LE(5_000, offset);
    await expect(remade(long)).rejects.toMatchObject({
      code: "invalid",
      fields: { file: ["Answers.mediaFrames"] },
    });
  });

  it("stays transparent where it was, and keeps a palette of few colours", async () => {
    const image = plain(64, 64).ensureAlpha(0.5);
    expect(await remade(await image.png({ palette: true }).toBuffer())).toMatchObject({
      format: "png",
      hasAlpha: true,
      isPalette: true,
    });
  });

  it("of a format that is decoded whole has at most 4096 pixels an edge, AVIF 2048", async () => {
    expect(await remade(await plain(5_000, 10).webp().toBuffer())).toMatchObject({ width: 4096 });
    expect(await remade(await plain(2_500, 10).avif({ effort: 0 }).toBuffer())).toMatchObject({
      width: 2048,
    });
    expect(await remade(await plain(5_000, 10).jpeg().toBuffer())).toMatchObject({ width: 5_000 });
  });

  it("is never made from a damaged image", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 50 } as const;
    const whole = sharp({
      create: { width: 150, height: 150, channels: 3, background: "grey", noise },
    });
    for (const format of ["jpeg", "png", "gif"] as const) {
      const bytes = await whole.clone().toFormat(format).toBuffer();
      const half = remade(bytes.subarray(0, bytes.length / 2));
      await expect(half).rejects.toMatchObject({ fields: { file: ["Answers.imageUnreadable"] } });
    }
  });
});

describe("a thumbnail", () => {
  it.each([
    ["square", 1_000, 600, 360, 360],
    ["square", 300, 1_000, 300, 360],
    ["square", 40, 30, 40, 30],
    ["square", 1, 9_000, 1, 360],
    ["whole", 1_000, 500, 720, 360],
    ["whole", 300, 1_440, 150, 720],
    ["whole", 40, 30, 40, 30],
  ] as const)("%s of %d × %d pixels has %d × %d", async (shape, width, height, ...made) => {
    const given = fileOf(await plain(width, height).png().toBuffer());
    const { thumb, size } = await makeThumb(given, "file", shape);
    const { format, width: thumbWidth, height: thumbHeight } = await sharp(thumb).metadata();
    expect([format, thumbWidth, thumbHeight, size]).toEqual(["webp", ...made, { width, height }]);
  });

  it("of a photo that lies on its side is upright, as is its size", async () => {
    const given = fileOf(await plain(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    const { thumb, size } = await makeThumb(given, "file", "whole");
    expect([await sharp(thumb).metadata(), size]).toMatchObject([
      { width: 300, height: 400 },
      { width: 300, height: 400 },
    ]);
  });

  it("is not made of a file that is no image", async () => {
    await expect(makeThumb(fileOf("<svg/>"), "thumb", "whole")).rejects.toMatchObject({
      code: "invalid",
    });
  });
});
