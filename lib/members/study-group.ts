/**
 * The class letter or study group of an education, as "11-Б" or "ИТ-204" (D-CLASS). It is written as the member
 * likes and compared by its key.
 */
import * as z from "zod/mini";
import { text } from "#lib/validation/schema.ts";
import { hiddenCharacter, holdsAddress } from "#lib/validation/shown-line.ts";
import { normalized } from "#lib/validation/normalized.ts";

const lengthMax = 32;

/** Letters, digits and the signs that names of groups have; no emoji. */
const written = /^[\p{L}\p{M}\p{N} \p{Pd}./()"'«»‘’ʻʼ№+&,_:]*$/u;
const named = /[\p{L}\p{N}]/u;

/** An optional group: blank counts as absent. */
export const optionalStudyGroup = z.pipe(
  z.optional(
    z.nullable(
      text.check(
        z.refine((group) => !hiddenCharacter.test(group.trim()), {
          error: "Site.nameHidden",
          abort: true,
        }),
        z.overwrite((group) => normalized(group, "NFC").trim().replace(/\s+/gu, " ")),
        z.refine((group) => Array.from(group).length <= lengthMax, {
          error: "Site.max32",
          abort: true,
        }),
        z.refine((group) => written.test(group) && (group === "" || named.test(group)), {
          error: "Site.invalid",
          abort: true,
        }),
        z.refine((group) => !holdsAddress(group), { error: "Site.nameAddress" }),
      ),
    ),
  ),
  z.transform((group) => (group === "" ? undefined : (group ?? undefined))),
);

/** Cyrillic capitals by the Latin letters that look the same. */
const latinOf: Record<string, string> = {
  ...{ А: "A", В: "B", Е: "E", К: "K", М: "M", Н: "H", О: "O", Р: "P", С: "C", Т: "T", У: "Y" },
  ...{ Х: "X", І: "I", Ѕ: "S", Ј: "J" },
};

/** Equal for groups that differ only in case, spaces, dashes and look-alike letters: "11-а", "11 A" and "11А". */
export const studyGroupKey = (group: string): string =>
  Array.from(normalized(group, "NFKC").toUpperCase(), (letter) => latinOf[letter] ?? letter)
    .join("")
    .replace(/[\s\p{Pd}]/gu, "");
