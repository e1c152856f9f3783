/** `node scripts/draw-icons.mjs` draws the icons of the installed app from app/icon.svg. Commit what it writes. */
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
  // A launcher crops a shape out of it, so all content lies within the middle four fifths.
  "icon-maskable-512.png": [
    512,
    svg(
      `<rect width="32" height="32" fill="#0f766e"/><g transform="translate(16 16) scale(.8) translate(-16.4 -16)">${shapes}</g>`,
    ),
  ],
  "apple-touch-icon.png": [180, svg(plate)],
  // The badge beside a notification is drawn by its opaque pixels alone.
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

/** The preview picture of shared pages: the mark in its network, without words, for every language. */
const dots = [
  [150, 130, 26],
  [330, 470, 18],
  [210, 330, 34],
  [1040, 150, 30],
  [930, 500, 22],
  [1090, 380, 40],
];
const share = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="#0f766e"/>
  ${dots.map(([x, y]) => `<path d="M${x} ${y}L600 315" stroke="#ffffff" stroke-opacity=".18" stroke-width="4"/>`).join("")}
  ${dots.map(([x, y, r], at) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${at % 3 === 1 ? "#f0a030" : "#7cc5bc"}"/>`).join("")}
  <rect x="420" y="135" width="360" height="360" rx="100" fill="#0b5f59"/>
  <g transform="translate(600 315) scale(10) translate(-16.4 -16)">${shapes}</g></svg>`;
await sharp(Buffer.from(share))
  .png({ compressionLevel: 9, palette: true })
  .toFile(path.join(root, "server/pwa/icons/share-1200.png"));
