import * as z from "zod/mini";

/** Site settings of one locale (S-SETTINGS); an absent one is an empty text. */
export const siteSettings = z.object({
  email: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  office_address: z.string(),
  phone_number: z.string(),
  telegram: z.string(),
  youtube: z.string(),
});
export type SiteSettings = z.infer<typeof siteSettings>;
