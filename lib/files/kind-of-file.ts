import { mediaBytesMax, type MediaKind, mediaKind, pictureBytesMax } from "#lib/files/schema.ts";

/** The kind by the MIME type of the browser; the server examines the content. */
export function kindOfFile({ type }: Pick<File, "type">): MediaKind {
  return mediaKind.safeParse(type.split("/")[0]).data ?? "document";
}

/** The size limit of a file by the MIME type of the browser. */
export const bytesMaxOf = (file: Pick<File, "type">) =>
  kindOfFile(file) === "image" ? pictureBytesMax : mediaBytesMax;
