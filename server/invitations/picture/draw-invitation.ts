/** Draws the preview picture of an invitation's link: 1200×630 pixels (Open Graph). */
import { loadSharp } from "#server/uploads/load-sharp.ts";
import type { InvitationWords } from "#server/invitations/invitation-words.ts";
import { fitText, type FittedText, type TextRoom } from "#server/invitations/picture/fit-text.ts";
import { drawable, outlineOf, type Weight, widthOf } from "#server/invitations/picture/typeface.ts";

export const pictureSize = { width: 1200, height: 630 };

/** The distance of all content from the edges, which messengers round or crop. */
const margin = 72;
const textWidth = 830;
const lineHeight = 1.2;

const rooms = {
  inviter: { weight: 500, width: textWidth, linesMax: 1, sizes: [38, 34, 30] },
  title: { weight: 700, width: textWidth, linesMax: 3, sizes: [76, 68, 60, 54, 48, 44] },
  total: { weight: 500, width: textWidth - 48, linesMax: 1, sizes: [30, 27, 24] },
  brand: { weight: 700, width: 600, linesMax: 1, sizes: [36, 30, 24] },
} as const satisfies Record<string, TextRoom>;

/** The mark of app/icon.svg. */
const mark = `<path d="M11 12 22.5 9.5M11 12l5.5 10" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="11" cy="12" r="3.6" fill="#fff"/><circle cx="16.5" cy="22.5" r="3.6" fill="#fff"/><circle cx="22.5" cy="9.5" r="2.8" fill="#f0a030"/>`;

/** A network of dots at the right, as on the other shared pages. */
const dots = [
  [1110, 110, 26],
  [1010, 240, 16],
  [1130, 330, 34],
  [1000, 430, 20],
  [1105, 530, 24],
] as const;
const hub = [1060, 315] as const;

export async function drawInvitation(words: InvitationWords): Promise<Buffer> {
  return loadSharp()(Buffer.from(invitationSvg(words)))
    .png({ compressionLevel: 9, palette: true, colours: 128, effort: 4 })
    .toBuffer();
}

interface PlacedLine {
  text: string;
  weight: Weight;
  size: number;
  x: number;
  y: number;
  ink: string;
}

/** The positioned lines of text: the block of inviter and title is centred between brand and number. */
export function placedLines(words: InvitationWords): PlacedLine[] {
  const inviter = fitText(words.invites, rooms.inviter);
  // A title may be of emoji alone, or in letters that the typeface lacks.
  const title = fitText(drawable(words.title) || words.lead, rooms.title);
  const total = fitText(words.total, rooms.total);
  const brand = fitText(words.brand, rooms.brand);
  const [top, bottom] = [margin + 84, pictureSize.height - margin - 72];
  const height = inviter.size * lineHeight + 14 + title.lines.length * title.size * lineHeight;
  const begin = top + (bottom - top - height) / 2;
  const titleTop = begin + inviter.size * lineHeight + 14;
  return [
    ...placed(brand, "brand", { x: margin + 76, top: margin + 32 - brand.size / 2 }, "#ffffff"),
    ...placed(inviter, "inviter", { x: margin, top: begin }, "#c9e9e4"),
    ...placed(title, "title", { x: margin, top: titleTop }, "#ffffff"),
    ...placed(
      total,
      "total",
      { x: margin + 24, top: pictureSize.height - margin - 30 - total.size * 0.6 },
      "#3d2600",
    ),
  ];
}

const placed = (
  { lines, size }: FittedText,
  room: keyof typeof rooms,
  { x, top }: { x: number; top: number },
  ink: string,
): PlacedLine[] =>
  lines.map((text, index) => ({
    text,
    size,
    x,
    ink,
    weight: rooms[room].weight,
    y: top + index * size * lineHeight + size * 0.95,
  }));

function invitationSvg(words: InvitationWords): string {
  const lines = placedLines(words);
  const last = lines.at(-1);
  const pillWidth = last ? widthOf(last.text, last.weight) * last.size + 48 : 0;
  const { width, height } = pictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#0f766e"/>
    ${dots.map(([x, y]) => `<path d="M${x} ${y}L${hub.join(" ")}" stroke="#fff" stroke-opacity=".2" stroke-width="4"/>`).join("")}
    ${dots.map(([x, y, r], at) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${at % 3 === 1 ? "#f0a030" : "#7cc5bc"}"/>`).join("")}
    <circle cx="${hub[0]}" cy="${hub[1]}" r="30" fill="#ffffff"/>
    <rect x="${margin}" y="${margin}" width="60" height="60" rx="17" fill="#0b5f59"/>
    <g transform="translate(${margin - 1} ${margin - 1}) scale(1.94)">${mark}</g>
    <rect x="${margin}" y="${height - margin - 60}" width="${pillWidth}" height="60" rx="30" fill="#f0a030"/>
    ${lines.map(({ text, ink, ...place }) => `<path fill="${ink}" d="${outlineOf(text, place)}"/>`).join("")}
  </svg>`;
}
