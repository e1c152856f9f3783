import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { birthday } from "#lib/members/birthday-schema.ts";

/** A birthday of today or of the next three days, in the time zone of the reader, for the home page (D-BIRTHDAY). */
export const comingBirthday = z.object({
  person,
  ...birthday.shape,
  /** The day on which it is kept: the 29th of February is kept on the 28th where the year has no 29th. */
  date: z.iso.date(),
  in_days: z.int(),
});
export type ComingBirthday = z.infer<typeof comingBirthday>;
