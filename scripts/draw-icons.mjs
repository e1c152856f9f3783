/** Draws the icons of the installed app from the mark: `node scripts/draw-icons.mjs`, to be committed. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { root } from "./project/paths.mjs";

const mark = await readFile(path.join(root, "app/icon.svg"), "utf8");
const inside = mark.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
const plate = inside.replace(/rx="9"/, "");
const shapes = inside.replace(/<rect[^>]*\/>/, "");

const svg = (content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`);
const icons = {
  "icon-192.png": [192, svg(inside)],
  "icon-512.png": [512, svg(inside)],
  // A launcher cuts a shape out of it: what matters lies within the middle four fifths.
  "icon-maskable-512.png": [
    512,
    svg(
      `<rect width="32" height="32" fill="#0f766e"/><g transform="translate(16 16) scale(.8) translate(-16.4 -16)">${shapes}</g>`,
    ),
  ],
  "apple-touch-icon.png": [180, svg(plate)],
  // Of the badge beside a notification only what is opaque counts.
  "badge-96.png": [
    96,
    svg(`<g transform="translate(16 16) scale(1.5) translate(-16.4 -16)">${shapes}</g>`),
  ],
};

for (const [name, [size, source]] of Object.entries(icons))
  await sharp(source, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: false })
    .toFile(path.join(root, "server/pwa/icons", name));
