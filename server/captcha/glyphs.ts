/** Outlines of letters from several typefaces, as polygons that can be bent. */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import opentype, { type Path } from "opentype.js";

export type GlyphPoint = readonly [x: number, y: number];
/** Closed lines. A line within another one is a hole. */
export type Outline = readonly (readonly GlyphPoint[])[];

/** Typefaces that differ in weight, width and serifs, so that no letter has one shape; each is legible by itself. */
const files = [
  "pt-serif/files/pt-serif-latin-700-normal.woff",
  "rubik/files/rubik-latin-500-normal.woff",
  "courier-prime/files/courier-prime-latin-700-normal.woff",
  "comfortaa/files/comfortaa-latin-700-normal.woff",
  "roboto-slab/files/roboto-slab-latin-600-normal.woff",
];

/** Letters that a typeface draws with so short a stem that, turned, they look like others. */
const unclear: Partial<Record<string, string>> = {
  "comfortaa/files/comfortaa-latin-700-normal.woff": "abdp",
};

const loadTypefaces = () =>
  files.map((file) => {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)));
    const { buffer, byteOffset, byteLength } = bytes;
    const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
    return { font, unclear: unclear[file] ?? "" };
  });
let typefaces: ReturnType<typeof loadTypefaces> | undefined;

/** Those in which a letter is clear. They are read when the first captcha is drawn. */
export const typefacesFor = (letter: string): Font[] =>
  (typefaces ??= loadTypefaces()).flatMap((typeface) =>
    typeface.unclear.includes(letter) ? [] : [typeface.font],
  );

/** The number of lines per curve: enough that they still look round after bending. */
const curveSteps = 6;

/** A letter in a randomly chosen typeface: a capital is 1 high, and its middle is at the origin. */
export function randomGlyph(letter: string): Outline {
  const fonts = typefacesFor(letter);
  const font = fonts[randomInt(fonts.length)];
  if (!font) throw new Error("no typeface");
  return centred(flattened(font.getPath(letter, 0, 0, 1 / capitalOf(font))));
}

type Font = ReturnType<typeof loadTypefaces>[number]["font"];
const capitalOf = (font: Font) => -font.getPath("H", 0, 0, 1).getBoundingBox().y1 || 0.7;

export function flattened({ commands }: Path): Outline {
  const lines: GlyphPoint[][] = [];
  let line: GlyphPoint[] = [];
  for (const command of commands) {
    if (command.type === "Z") continue;
    const to: GlyphPoint = [command.x, command.y];
    const from = line.at(-1) ?? to;
    if (command.type === "M") lines.push((line = [to]));
    else line.push(...between(from, controlsOf(command), to));
  }
  return lines;
}

const controlsOf = (command: Exclude<Path["commands"][number], { type: "Z" }>): GlyphPoint[] => {
  if (command.type === "C")
    return [
      [command.x1, command.y1],
      [command.x2, command.y2],
    ];
  return command.type === "Q" ? [[command.x1, command.y1]] : [];
};

/**
 * Points of a Bézier curve of any degree, by de Casteljau; straight lines are divided too, because they will be bent.
 */
function between(from: GlyphPoint, controls: GlyphPoint[], to: GlyphPoint): GlyphPoint[] {
  return Array.from({ length: curveSteps }, (_, index) => {
    const share = (index + 1) / curveSteps;
    let points = [from, ...controls, to];
    while (points.length > 1)
      points = points.slice(1).map((point, at): GlyphPoint => {
        const [x, y] = points[at] ?? point;
        return [x + (point[0] - x) * share, y + (point[1] - y) * share];
      });
    return points[0] ?? to;
  });
}

export function boundsOf(outline: Outline) {
  const xs = outline.flat().map(([x]) => x);
  const ys = outline.flat().map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

function centred(outline: Outline): Outline {
  const { left, right, top, bottom } = boundsOf(outline);
  return moved(outline, ([x, y]) => [x - (left + right) / 2, y - (top + bottom) / 2]);
}

export const moved = (outline: Outline, move: (point: GlyphPoint) => GlyphPoint): Outline =>
  outline.map((line) => line.map(move));
