import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { plainImage, testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const files = ["full.webp", "grid.webp", "avatar-48.webp", "avatar-96.webp", "avatar-192.webp"];
const storedOf = async (content: Uint8Array) => {
  const image = await images.add(member, content);
  const stored = await Promise.all(files.map((file) => images.stored(image, file)));
  return { image, stored: stored.map((file) => file ?? Buffer.alloc(0)) };
};
/** The colour at a place of the image: its red, green and blue. */
const colourAt = async (image: Buffer, left: number, top: number) => [
  ...(await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer()),
];
const isNear = (one: number[], other: number[]) =>
  one.length === other.length &&
  one.every((value, index) => Math.abs(value - (other[index] ?? 999)) < 25);

/** A photo as a telephone takes it: with place, author and screen size. */
const photo = () =>
  plainImage(400, 300)
    .jpeg()
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>CANARY</x:xmpmeta>")
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "CANARY", Artist: "CANARY" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 18/1 4/1", GPSLongitudeRef: "E" },
    })
    .toBuffer();

describe("an uploaded image", () => {
  it("is stored as WebP in all sizes, none larger than needed", async () => {
    const { image, stored } = await storedOf(await plainImage(2400, 1200).jpeg().toBuffer());
    const sizes = await Promise.all(
      stored.map(async (file) => {
        const { format, width, height } = await sharp(file).metadata();
        return [format, width, height];
      }),
    );
    expect(sizes).toEqual([
      ["webp", 1600, 800],
      ["webp", 360, 360],
      ["webp", 48, 48],
      ["webp", 96, 96],
      ["webp", 192, 192],
    ]);
    expect(image).toMatchObject({ width: 1600, height: 800 });
    expect(image.thumb_url).toBe(image.url.replace("full.webp", "grid.webp"));
    const row = await kampus.db
      .selectFrom("images")
      .select("bytes")
      .where("id", "=", image.id)
      .executeTakeFirstOrThrow();
    expect(row.bytes).toBe(stored.reduce((sum, { length }) => sum + length, 0));
  });

  it("is not enlarged, and its row holds a preview of a few pixels", async () => {
    const { image } = await storedOf(await plainImage(30, 20).png().toBuffer());
    expect(image).toMatchObject({ width: 30, height: 20 });
    expect(image.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(image.placeholder.length).toBeLessThan(600);
    const { width, height } = await sharp(
      Buffer.from(image.placeholder.split(",")[1] ?? "", "base64"),
    ).metadata();
    expect([width, height]).toEqual([16, 11]);
  });

  it("loses the metadata of place, time and author", async () => {
    const given = await photo();
    expect(given.includes("CANARY")).toBe(true);
    const { exif } = await sharp(given).metadata();
    expect(exif?.length).toBeGreaterThan(100);
    for (const file of (await storedOf(given)).stored) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(file).metadata();
      expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
      for (const trace of ["CANARY", "Exif", "EXIF", "XMP", "ICCP", "GPS"])
        expect(file.includes(trace)).toBe(false);
    }
  });

  it.each(["<html><script>alert(1)</script></html>", "PK\x03\x04evil.jar PK\x05\x06"])(
    "that carries something else behind it loses it: %s",
    async (behind) => {
      const given = Buffer.concat([await photo(), Buffer.from(behind)]);
      for (const file of (await storedOf(given)).stored)
        for (const trace of ["<html", "script", "evil.jar", "PK\x03\x04"])
          expect(file.includes(trace)).toBe(false);
    },
  );

  it("stands upright, whichever way the camera was held", async () => {
    const halves = await sharp({
      create: { width: 60, height: 40, channels: 3, background: "red" },
    })
      .composite([
        {
          input: { create: { width: 60, height: 20, channels: 3, background: "blue" } },
          gravity: "south",
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { image, stored } = await storedOf(halves);
    expect(image).toMatchObject({ width: 40, height: 60 });
    const full = stored[0] ?? Buffer.alloc(0);
    // Turned clockwise, what was above is at the right.
    expect(isNear(await colourAt(full, 35, 30), [255, 0, 0])).toBe(true);
    expect(isNear(await colourAt(full, 5, 30), [0, 0, 255])).toBe(true);
  });

  const kinds: [string, () => Sharp][] = [
    ["a PNG", () => plainImage().png()],
    ["a WebP", () => plainImage().webp()],
    ["an AVIF", () => plainImage(64, 64).avif({ effort: 0 })],
    ["a GIF", () => plainImage().gif()],
    ["a progressive JPEG", () => plainImage().jpeg({ progressive: true })],
    ["an interlaced PNG", () => plainImage().png({ progressive: true })],
    ["a palette PNG", () => plainImage().png({ palette: true })],
    ["a CMYK JPEG", () => plainImage().toColourspace("cmyk").jpeg()],
    ["a 16-bit PNG", () => plainImage().toColourspace("rgb16").png()],
    ["a greyscale JPEG", () => plainImage().greyscale().jpeg()],
    ["a greyscale PNG with alpha", () => plainImage().ensureAlpha(0.5).greyscale().png()],
    ["a 16-bit PNG with alpha", () => plainImage().ensureAlpha(0.5).toColourspace("rgb16").png()],
    ["one pixel", () => plainImage(1, 1).png()],
    ["a line", () => plainImage(3000, 1).png()],
  ];
  it.each(kinds)("may be %s, and looks the same", async (_kind, make) => {
    const given = await make().toBuffer();
    const { image, stored } = await storedOf(given);
    expect(isNear(await colourAt(stored[0] ?? given, 0, 0), await colourAt(given, 0, 0))).toBe(
      true,
    );
    expect(image.width * image.height).toBeGreaterThan(0);
    expect((await sharp(stored[1]).metadata()).width).toBe(360);
  });

  it("stays transparent where it was", async () => {
    const { stored } = await storedOf(await plainImage(400, 400).ensureAlpha(0).png().toBuffer());
    for (const file of stored) expect((await sharp(file).stats()).isOpaque).toBe(false);
  });

  it("that is animated is stored as its first frame", async () => {
    const frames = ["red", "blue"].map((background) => ({
      create: { width: 50, height: 50, channels: 3 as const, background },
    }));
    const moving = sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    });
    for (const given of [await moving.clone().gif().toBuffer(), await moving.webp().toBuffer()]) {
      const { image, stored } = await storedOf(given);
      expect(image).toMatchObject({ width: 50, height: 50 });
      const { pages } = await sharp(stored[0]).metadata();
      expect(pages ?? 1).toBe(1);
      expect(isNear(await colourAt(stored[0] ?? given, 25, 25), [255, 0, 0])).toBe(true);
    }
  });
});
