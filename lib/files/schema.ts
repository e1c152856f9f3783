/** A file that a member has uploaded: in their media, or attached to a message. */
import * as z from "zod/mini";
import { id, timestamp } from "#lib/http/schema.ts";

/** The limit of one file. */
export const mediaBytesMax = 256 * 1024 * 1024;
/** The limit of one picture, wherever it is uploaded. */
export const pictureBytesMax = 16 * 1024 * 1024;

export const mediaKind = z.enum(["image", "video", "audio", "document"]);
export type MediaKind = z.infer<typeof mediaKind>;

/** `size` in bytes; `width` and `height` in pixels, of an image or the frame of a video, as far as they are known. */
export const media = z.object({
  id,
  name: z.string(),
  mime: z.string(),
  kind: mediaKind,
  size: z.int(),
  url: z.string(),
  thumb_url: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: timestamp,
});
export type Media = z.infer<typeof media>;
