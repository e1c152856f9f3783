/** Building blocks of every form and payload. Issue messages are keys of messages/<locale>.json (specification §5). */
import { z } from "zod";

/** PostgreSQL stores no NUL, and a lone surrogate is not a character: neither may come in. */
export const text = z
  .string({ error: (issue) => (issue.input == null ? "Site.required" : "Site.invalid") })
  .refine((value) => value.isWellFormed() && !value.includes("\0"), {
    error: "Site.invalid",
    abort: true,
  });

/** White space, and characters that only shape others: nothing that a person would see. */
const invisible = /^[\s\p{Cf}]*$/u;

export const requiredText = text.refine((value) => !invisible.test(value), {
  error: "Site.required",
  abort: true,
});

export const withoutWhitespace = /^\S*$/u;

/** Surname, name or patronymic: 2 to 255 characters, no whitespace (specification §5, §9). */
export const personName = requiredText
  .min(2, "Site.minsymbol")
  .max(255, "Site.max255")
  .regex(withoutWhitespace, "Site.passwordValidate");
