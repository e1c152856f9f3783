import type { Media } from "#lib/files/schema.ts";

/** Where the server gives the file under its name, to be kept and never to be shown. The address may be signed. */
export function downloadUrl({ url }: Pick<Media, "url">): string {
  return `${url}${url.includes("?") ? "&" : "?"}download`;
}

/** Its name in two: what may be cut where room is short, and the ending that tells its kind. */
export function nameParts(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[^.\s]{1,8}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}
