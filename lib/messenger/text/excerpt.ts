import { nameParts } from "#lib/members/name-marks.ts";

/** How many characters of a text are shown before the matching word. */
const leadMax = 24;

/** The text from shortly before the first matching word, in one line. */
export function excerptOf(text: string, q: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const parts = nameParts(line, q);
  const found = parts.findIndex(({ marked }) => marked);
  const before = parts
    .slice(0, Math.max(found, 0))
    .map((part) => part.text)
    .join("");
  if (before.length <= leadMax) return line;
  const cut = before.slice(-leadMax).replace(/^\S*\s/u, "");
  return `…${cut}${line.slice(before.length)}`;
}
