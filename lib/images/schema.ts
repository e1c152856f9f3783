import * as z from "zod/mini";
import { image } from "#lib/auth/schema.ts";
import { pictureBytesMax } from "#lib/files/schema.ts";
import { id, messageWith } from "#lib/http/schema.ts";

/** The most bytes of one photo, the same as for pictures elsewhere. */
export const imageBytesMax = pictureBytesMax;
export const imagesPerPage = 12;
export const imagesMax = 500;

/**
 * An image in the lists of a profile; `placeholder` is a data URL of a few pixels, shown until the image has loaded.
 */
const profileImage = z.extend(image, { placeholder: z.string() });
export type ProfileImage = z.infer<typeof profileImage>;

const page = z.int().check(z.gte(1, "Site.invalid"), z.lte(1_000_000, "Site.invalid"));
export const imagesQuery = z.object({
  page: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,7}$/, "Site.invalid")), z.transform(Number)),
      page,
    ),
  ),
});
/** Null for a request without a body. */
export const imagesBody = z.nullish(z.object({ page: z.nullish(page) }));

/** Newest first, 12 a page. */
export const imageList = z.object({
  data: z.array(profileImage),
  meta: z.object({
    current_page: z.int(),
    per_page: z.int(),
    last_page: z.int(),
    total: z.int(),
  }),
});
export type ImageList = z.infer<typeof imageList>;

export const imageUploaded = messageWith(profileImage);
export const imageChoice = z.object({ id });
