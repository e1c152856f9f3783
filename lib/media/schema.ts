import * as z from "zod/mini";
import { cursorText, id, messageWith, timestamp } from "#lib/http/schema.ts";

/** Of one file; of a frame of a video that its sender has drawn. */
export const mediaBytesMax = 256 * 1024 * 1024;
export const mediaThumbBytesMax = 1024 * 1024;
export const mediaPerPage = 24;

export const mediaKind = z.enum(["image", "video", "audio", "document"]);
export type MediaKind = z.infer<typeof mediaKind>;

/** `size` in bytes. */
export const media = z.object({
  id,
  name: z.string(),
  mime: z.string(),
  kind: mediaKind,
  size: z.int(),
  url: z.string(),
  thumb_url: z.nullable(z.string()),
  created_at: timestamp,
});
export type Media = z.infer<typeof media>;

export const mediaQuery = z.object({ cursor: z.optional(cursorText) });

/** Newest first. Of one's own also what all of it takes and may take, in bytes. */
export const mediaList = z.object({
  data: z.array(media),
  meta: z.object({ next: z.nullable(z.string()) }),
});
export type MediaList = z.infer<typeof mediaList>;
export const ownMediaList = z.object({
  data: z.array(media),
  meta: z.object({
    next: z.nullable(z.string()),
    used_bytes: z.int(),
    quota_bytes: z.int(),
  }),
});
export type OwnMediaList = z.infer<typeof ownMediaList>;

export const mediaUploaded = messageWith(media);
export const mediaChoice = z.object({ id });
