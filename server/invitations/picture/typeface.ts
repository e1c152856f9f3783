/** Texts as outlines, so that a picture looks the same on every machine, whatever fonts it has. */
import { readFileSync } from "node:fs";
import opentype, { type Font, type Glyph, type Path } from "opentype.js";
import { normalized } from "#lib/validation/normalized.ts";

export type Weight = 500 | 700;

/**
 * Made by scripts/subset-fonts.mjs of the typeface of the pages. Together they contain all letters of the languages of
 * Kampus; the first that has a letter draws it.
 */
const parts = ["latin", "cyrillic", "latin-ext", "cyrillic-ext"];

const loaded = new Map<Weight, Font[]>();

/** Read when the first picture is drawn, because many processes draw none. */
function fontsOf(weight: Weight): Font[] {
  const known = loaded.get(weight);
  if (known) return known;
  const fonts = parts.map((part) => {
    const file = new URL(`./typeface/onest-${part}-${weight}.woff`, import.meta.url);
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
  });
  loaded.set(weight, fonts);
  return fonts;
}

interface Letter {
  glyph: Glyph;
  font: Font;
  /** The advance width of a text of size 1. */
  advance: number;
}

const letters = new Map<string, Letter | null>();
const lettersMax = 4_000;

function letterOf(character: string, weight: Weight): Letter | null {
  const name = `${weight}${character}`;
  const known = letters.get(name);
  if (known !== undefined) return known;
  const font = fontsOf(weight).find((one) => one.charToGlyphIndex(character) > 0);
  const glyph = font?.charToGlyph(character);
  const letter =
    font && glyph ? { font, glyph, advance: (glyph.advanceWidth ?? 0) / font.unitsPerEm } : null;
  if (letters.size >= lettersMax) letters.clear();
  letters.set(name, letter);
  return letter;
}

/** The text without characters that cannot be drawn, such as emoji and other scripts; white space becomes one space. */
export const drawable = (text: string): string =>
  Array.from(normalized(text, "NFC"))
    .filter((character) => /\s/.test(character) || letterOf(character, 700) !== null)
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/** The width of a text of size 1. */
export const widthOf = (text: string, weight: Weight): number =>
  Array.from(text).reduce((sum, character) => sum + (letterOf(character, weight)?.advance ?? 0), 0);

/** SVG path data of a text whose base line begins at the point. */
export function outlineOf(
  text: string,
  { weight, size, x, y }: { weight: Weight; size: number; x: number; y: number },
): string {
  let left = x;
  const outlines: string[] = [];
  for (const character of Array.from(text)) {
    const letter = letterOf(character, weight);
    if (!letter) continue;
    outlines.push(dataOf(letter.glyph.getPath(left, y, size, {}, letter.font)));
    left += letter.advance * size;
  }
  return outlines.join("");
}

/** Written here, because the library writes small numbers with an exponent, at which SVG parsers stop. */
const dataOf = ({ commands }: Path): string =>
  commands
    .map((command) => {
      if (command.type === "Z") return "Z";
      const controls =
        command.type === "C"
          ? [command.x1, command.y1, command.x2, command.y2]
          : command.type === "Q"
            ? [command.x1, command.y1]
            : [];
      const numbers = [...controls, command.x, command.y].map((number) => number.toFixed(1));
      return `${command.type}${numbers.join(" ")}`;
    })
    .join("");
