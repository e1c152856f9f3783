import * as z from "zod/mini";
import { media } from "#lib/files/schema.ts";
import { cursorText, id, messageWith } from "#lib/http/schema.ts";

/** Of a frame of a video that its sender has drawn. */
export const mediaThumbBytesMax = 1024 * 1024;
export const mediaPerPage = 24;

export const mediaFilter = z.object({ cursor: z.optional(cursorText) });

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

/** Of a film or a sound: whether where, by what and by whom it was made could not be taken out of it. */
export const mediaUploaded = z.extend(messageWith(media), { tags_kept: z.optional(z.boolean()) });
export const mediaChoice = z.object({ id });
