/**
 * Reads captchas as a program would that knows the alphabet, the typefaces and the lengths: every letter of every typeface,
 * in some sizes and turns, is laid over every place of the picture, and those that fit best stand in a row.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import opentype from "opentype.js";
import sharp from "sharp";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";
import { alphabet, answerLengths } from "#server/captcha/draw-captcha.ts";
import { type Outline, flattened, moved, typefacesFor } from "#server/captcha/glyphs.ts";

const turns = [-0.25, 0, 0.25];
const sizesPx = [22, 26];
const stepPx = 2;
const apartPx = { least: 10, most: 32 };

interface Template {
  letter: string;
  width: number;
  height: number;
  /** Ink less its mean, and the root of the squares of that: for a normalised correlation. */
  weights: Float32Array;
  norm: number;
}

/** Makes templates of the typefaces that Kampus draws with, and of the one that comes with svg-captcha. */
export async function makeTemplates(): Promise<Template[]> {
  const path = fileURLToPath(import.meta.resolve("svg-captcha/fonts/Comismsh.ttf"));
  const { buffer } = new Uint8Array(readFileSync(path));
  const known = opentype.parse(buffer);
  const asked = Array.from(alphabet).flatMap((letter) =>
    [...typefacesFor(letter), known].flatMap((font) =>
      sizesPx.flatMap((size) =>
        turns.map((turn) => {
          const scale = size / -font.getPath("H", 0, 0, 1).getBoundingBox().y1;
          return template(letter, turned(flattened(font.getPath(letter, 0, 0, scale)), turn));
        }),
      ),
    ),
  );
  return Promise.all(asked);
}

function turned(outline: Outline, turn: number): Outline {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return moved(outline, ([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

async function template(letter: string, outline: Outline): Promise<Template> {
  const lines = outline.map((line) => `M${line.map((point) => point.join(" ")).join("L")}Z`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#fff"/><path transform="translate(30 50)" d="${lines.join("")}"/></svg>`;
  const trimmed = sharp(Buffer.from(svg)).trim({ threshold: 40 }).greyscale().raw();
  const { data, info } = await trimmed.toBuffer({ resolveWithObject: true });
  const ink = Array.from({ length: info.width * info.height }, (_, at) =>
    inkOf(data[at * info.channels]),
  );
  const mean = ink.reduce((sum, one) => sum + one, 0) / ink.length;
  const weights = Float32Array.from(ink, (one) => one - mean);
  const norm = Math.hypot(...weights);
  return { letter, width: info.width, height: info.height, weights, norm };
}

const inkOf = (grey: number | undefined): number => ((grey ?? 255) < 160 ? 1 : 0);

/** What the picture most likely says. */
export async function matchCaptcha(png: Buffer, templates: Template[]): Promise<string> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const ink = Float32Array.from({ length: captchaWidthPx * captchaHeightPx }, (_, at) =>
    inkOf(data[at * info.channels]),
  );
  const best = Array.from({ length: Math.ceil(captchaWidthPx / stepPx) }, () => ({
    score: 0,
    letter: "?",
  }));
  for (const one of templates)
    for (let left = 0; left + one.width <= captchaWidthPx; left += stepPx) {
      const middle = best[Math.round((left + one.width / 2) / stepPx)];
      for (let top = 0; middle && top + one.height <= captchaHeightPx; top += stepPx) {
        const score = correlation(ink, one, left, top);
        if (score > middle.score) Object.assign(middle, { score, letter: one.letter });
      }
    }
  return bestRow(best);
}

function correlation(
  ink: Float32Array,
  { width, height, weights, norm }: Template,
  left: number,
  top: number,
) {
  let product = 0;
  let sum = 0;
  for (let y = 0, at = 0; y < height; y += 1)
    for (
      let x = 0, from = (top + y) * captchaWidthPx + left;
      x < width;
      x += 1, at += 1, from += 1
    ) {
      const one = ink[from] ?? 0;
      if (one === 0) continue;
      sum += 1;
      product += weights[at] ?? 0;
    }
  const variance = sum - (sum * sum) / (width * height);
  return variance > 0 ? product / (norm * Math.sqrt(variance)) : 0;
}

/** The row of one of the lengths whose letters fit best. */
function bestRow(best: { score: number; letter: string }[]): string {
  const rows = answerLengths.map((length) => bestRowOf(length, best));
  return rows.toSorted((one, other) => other.fit - one.fit)[0]?.text ?? "";
}

/** The places with the highest scores together, as far from one another as letters are. */
function bestRowOf(length: number, best: { score: number; letter: string }[]) {
  let rows = best.map(({ score, letter }) => ({ score, text: letter }));
  for (let count = 1; count < length; count += 1)
    rows = best.map(({ score, letter }, at) => {
      const before = rows.slice(
        Math.max(0, at - apartPx.most / stepPx),
        Math.max(0, at + 1 - apartPx.least / stepPx),
      );
      const row = before.toSorted((one, other) => other.score - one.score)[0];
      return row ? { score: row.score + score, text: row.text + letter } : { score: -1, text: "" };
    });
  const [row] = rows.toSorted((one, other) => other.score - one.score);
  return { text: row?.text ?? "", fit: (row?.score ?? 0) / length };
}
