import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawCaptcha, randomAnswer } from "#server/captcha/draw-captcha.ts";
import { randomGlyph } from "#server/captcha/glyphs.ts";

/** Returns the positions of the drawn pixels. */
async function inkOf(answer: string): Promise<Set<number>> {
  const { data, info } = await sharp(await drawCaptcha(answer))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([200, 40]);
  return new Set([...data.keys()].filter((at) => (data[at] ?? 255) < 160));
}

describe("the picture of a captcha", () => {
  it("shows one answer in another place, shape and turn each time", async () => {
    const drawn = await Promise.all(Array.from({ length: 12 }, () => inkOf("hamexpt")));
    for (const [index, one] of drawn.entries())
      for (const other of drawn.slice(index + 1))
        expect(one.intersection(other).size / one.union(other).size).toBeLessThan(0.7);
  });

  it("draws a letter in several typefaces", () => {
    const outlines = Array.from({ length: 100 }, () => JSON.stringify(randomGlyph("e")));
    expect(new Set(outlines).size).toBe(5);
  });

  it("contains every letter completely", async () => {
    for (const answer of ["mmmmmmmm", "wwwwwwww", "pppppppp", "yyyyyyyy", "dddddddd"]) {
      const ink = await inkOf(answer);
      expect(ink.size).toBeGreaterThan(600);
      // The lines through the picture reach its sides; letters do not.
      const atSides = [...ink].filter((at) => at % 200 === 0 || at % 200 === 199);
      expect(atSides.length).toBeLessThan(16);
    }
  });

  it("has six or seven letters that cannot be mistaken for others", () => {
    for (let count = 0; count < 100; count += 1)
      expect(randomAnswer()).toMatch(/^[2-578abcdehkmprtwxy]{6,7}$/);
  });
});
