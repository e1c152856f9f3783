/** IANA time zones, in which a member's mails give times. */
import * as z from "zod/mini";

/** The zone of members whose own is unknown. */
export const defaultTimeZone = "Asia/Tashkent";

const lengthMax = 64;

/** Bare offsets are refused, because they do not follow summer time. */
export function isTimeZone(name: string): boolean {
  if (name.length > lengthMax || !/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZone = z
  .string({ error: ({ input }) => (input == null ? "Site.required" : "Site.invalid") })
  .check(
    z.minLength(1, { error: "Site.required", abort: true }),
    z.refine(isTimeZone, "Site.invalid"),
  );
