import * as z from "zod/mini";
import { media } from "#lib/files/schema.ts";
import { cursorText, id, messageWith } from "#lib/http/schema.ts";

/** Of a frame of a video that its sender has drawn. */
export const mediaThumbBytesMax = 1024 * 1024;
export const mediaPerPage = 24;

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
