import * as z from "zod/mini";
import { samePassword } from "#lib/validation/schema.ts";

const pair = z
  .object({ password: z.optional(z.unknown()), password_confirmation: z.optional(z.unknown()) })
  .check(samePassword);

/** A request that sets a password compares the two even where another field is wrong, as forms do (S-FIELDS). */
export const comparingPasswords = <Fields extends z.ZodMiniObject>(fields: Fields) =>
  z.intersection(fields, pair);
