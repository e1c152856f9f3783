import * as z from "zod/mini";
import { media } from "#lib/files/schema.ts";
import { cursorText, id, messageWith } from "#lib/http/schema.ts";

/** The limit of a video's thumbnail, which the sender's browser draws. */
export const mediaThumbBytesMax = 1024 * 1024;
export const mediaPerPage = 24;

export const mediaFilter = z.object({ cursor: z.optional(cursorText) });

/** Newest first. The member's own list also has the quota: bytes used and allowed. */
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

/** `tags_kept`: what names place, device and author in a video or a sound could not be removed, or not all of it. */
export const mediaUploaded = z.extend(messageWith(media), { tags_kept: z.optional(z.boolean()) });
export const mediaChoice = z.object({ id });
