/** IANA time zones, in which a member's mails give times. */
import * as z from "zod/mini";
import { missingOrInvalid } from "#lib/validation/schema.ts";

/** The zone of members whose own is unknown. */
export const defaultTimeZone = "Asia/Tashkent";

const lengthMax = 64;

/**
 * "Asia/Tashkent", or UTC by one of its names. Other names without a place, such as "PST", and "SystemV/PST8" are those
 * of one engine, which other browsers do not know.
 */
const everywhere = /^(?!SystemV\/)[a-z_]+\/|^(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)$/i;

/** Bare offsets are refused, because they do not follow summer time. */
export function isTimeZone(name: string): boolean {
  if (name.length > lengthMax || !everywhere.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The zone, or the default one where none is given or this engine does not know it: another one, or a newer one, may have
 * chosen it, and formatting in it would throw.
 */
export const knownTimeZone = (zone: string | null | undefined): string =>
  zone && isTimeZone(zone) ? zone : defaultTimeZone;

export const timeZone = z
  .string({ error: missingOrInvalid })
  .check(z.refine(isTimeZone, { error: missingOrInvalid }));
