import { type MediaKind, mediaKind } from "#lib/files/schema.ts";

/** By what the browser takes it for; the server looks into the file. */
export function kindOfFile({ type }: Pick<File, "type">): MediaKind {
  return mediaKind.safeParse(type.split("/")[0]).data ?? "document";
}
