/**
 * Draws letters that people can read and programs find hard to: each letter has its own typeface, size, turn, slant and
 * bend, they touch one another, and the whole picture is bent once more (SEC-C4; `npm run bench -- captcha`).
 */
import { randomInt } from "node:crypto";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";
import {
  boundsOf,
  moved,
  type Outline,
  type GlyphPoint,
  randomGlyph,
} from "#server/captcha/glyphs.ts";
import { loadSharp } from "#server/uploads/load-sharp.ts";

/** Digits and letters that cannot be mistaken for one another, however they are turned. */
export const alphabet = "234578abcdehkmprtwxy";
const inks = ["#0b5f59", "#2f4f8f", "#7a3d1d", "#5b3a8c", "#8a2f4f"];
const paper = "#eef3f1";
/** The varying number of letters is one more unknown for a program. */
export const answerLengths = [6, 7] as const;

export function randomAnswer(): string {
  const length = answerLengths[randomInt(answerLengths.length)];
  return Array.from({ length: length ?? 0 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

const between = (least: number, most: number) =>
  least + (randomInt(1 << 20) / (1 << 20)) * (most - least);
const eitherWay = (most: number) => between(-most, most);

/** A PNG of 200×40 pixels that shows the answer (S-CAPTCHA). */
export function drawCaptcha(answer: string): Promise<Buffer> {
  const ink = inks[randomInt(inks.length)];
  const bend = randomBend();
  const letters = inRow(Array.from(answer, (letter) => shaped(randomGlyph(letter))));
  const paths = letters.map((outline) => `<path d="${pathOf(moved(outline, bend))}"/>`).join("");
  const lines = Array.from({ length: 2 }, () => `<path d="${strikeThrough(bend)}"/>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${captchaWidthPx}" height="${captchaHeightPx}"><rect width="100%" height="100%" fill="${paper}"/><g fill="${ink}" fill-rule="nonzero">${paths}</g><g fill="none" stroke="${ink}" stroke-width="1.1">${lines}</g></svg>`;
  return loadSharp()(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 4 }).toBuffer();
}

/** The letter with a random size, turn, slant and bend. */
function shaped(glyph: Outline): Outline {
  const [wide, high] = [between(23, 31), between(22, 27)];
  const [turn, slant] = [eitherWay(0.44), eitherWay(0.3)];
  const [bow, wave, phase] = [eitherWay(0.16), eitherWay(0.07), between(0, 2 * Math.PI)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return moved(glyph, ([x, y]) => {
    const bent = x + bow * (y * y - 0.2) + wave * Math.sin(5 * y + phase) + slant * -y;
    const [across, down] = [bent * wide, (y + wave * Math.sin(4 * x - phase)) * high];
    return [across * cos - down * sin, across * sin + down * cos];
  });
}

/** Places the letters one after the other without gaps, around the middle of the picture. */
function inRow(letters: Outline[]): Outline[] {
  let end = 0;
  const placed = letters.map((letter) => {
    const { left, right } = boundsOf(letter);
    const start = end - between(-0.8, 2.2);
    end = start + right - left;
    return moved(letter, ([x, y]) => [x - left + start, y]);
  });
  const squeeze = Math.min(1, (captchaWidthPx - 12) / end);
  const free = captchaWidthPx - end * squeeze;
  const offset = between(Math.min(5, free / 2), Math.max(free - 5, free / 2));
  return placed.map((letter) => {
    const { top, bottom } = boundsOf(letter);
    const room = Math.max(0, (captchaHeightPx - 7 - (bottom - top)) / 2);
    const middle = captchaHeightPx / 2 - (top + bottom) / 2 + eitherWay(room);
    return moved(letter, ([x, y]) => [x * squeeze + offset, y + middle]);
  });
}

/** Bends the whole picture in waves, across the boundaries of letters. */
function randomBend(): (point: GlyphPoint) => GlyphPoint {
  const [high, wide] = [between(0.8, 1.8), between(1, 2.4)];
  const [often, seldom] = [between(0.035, 0.07), between(0.1, 0.2)];
  const [first, second] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)];
  return ([x, y]) => [
    x + wide * Math.sin(seldom * y + first),
    y + high * Math.sin(often * x + second),
  ];
}

/** Draws a thin line from one side to the other in the colour of the letters. */
function strikeThrough(bend: (point: GlyphPoint) => GlyphPoint): string {
  const [from, to] = [between(8, 32), between(8, 32)];
  const [high, often, phase] = [between(2, 6), between(0.03, 0.07), between(0, 2 * Math.PI)];
  const points = Array.from({ length: 41 }, (_, index): GlyphPoint => {
    const x = index * 5;
    return bend([
      x,
      from + ((to - from) * x) / captchaWidthPx + high * Math.sin(often * x + phase),
    ]);
  });
  return `M${points.map(written).join("L")}`;
}

const written = ([x, y]: GlyphPoint) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const pathOf = (outline: Outline) =>
  outline.map((line) => `M${line.map(written).join("L")}Z`).join("");
