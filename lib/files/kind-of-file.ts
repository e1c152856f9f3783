import { mediaBytesMax, type MediaKind, mediaKind, pictureBytesMax } from "#lib/files/schema.ts";

/** By what the browser takes it for; the server looks into the file. */
export function kindOfFile({ type }: Pick<File, "type">): MediaKind {
  return mediaKind.safeParse(type.split("/")[0]).data ?? "document";
}

/** Of a file as the browser takes it. */
export const bytesMaxOf = (file: Pick<File, "type">) =>
  kindOfFile(file) === "image" ? pictureBytesMax : mediaBytesMax;
