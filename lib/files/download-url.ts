/** A link to download a file needs its address, and its name in the two parts that a short line shows. */
import type { Media } from "#lib/files/schema.ts";

/** Where the server sends the file as an attachment, so that the browser saves it and never shows it. The address may be signed. */
export function downloadUrl({ url }: Pick<Media, "url">): string {
  return `${url}${url.includes("?") ? "&" : "?"}download`;
}

/** The name in two parts: the stem, which may be cut where room is short, and the extension, which shows the kind. */
export function fileNameParts(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[^.\s]{1,8}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}
