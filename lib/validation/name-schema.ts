/**
 * Names that other members read, of people, groups and places: they contain no hidden characters or addresses, and
 * nobody may bear the name of the service (SEC-X4).
 */
import * as z from "zod/mini";
import { normalized } from "#lib/validation/normalized.ts";
import { namesService, readsAsService } from "#lib/validation/reserved-names.ts";
import { requiredText, withoutWhitespace } from "#lib/validation/schema.ts";
import { hiddenCharacter, holdsAddress, tooLong } from "#lib/validation/shown-line.ts";

/** 👩‍🎓, ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 are one sign each, whose hidden parts belong to it. */
const emoji =
  /\p{RI}{2}|[\d#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?|[\u{E0020}-\u{E007F}])*/gu;

const withoutAddress = z.refine<string>((name) => !holdsAddress(name), {
  error: "Site.nameAddress",
  abort: true,
});

/**
 * Combining marks without a letter, of which a name is not seen, and stacks of them, which cover the lines around. No
 * script puts more than four on a letter.
 */
const strayMarks = /^\p{M}|\p{M}{5}/u;
const withoutStrayMarks = z.refine<string>((name) => !strayMarks.test(normalized(name, "NFC")), {
  error: "Site.nameHidden",
  abort: true,
});

/** Surname, name or patronymic: 2 to 255 characters, no whitespace (S-FIELDS). */
export const personName = requiredText.check(
  z.minLength(2, "Site.minsymbol"),
  z.maxLength(255, tooLong),
  z.regex(withoutWhitespace, "Site.passwordValidate"),
  z.refine((name) => !hiddenCharacter.test(name), { error: "Site.nameHidden", abort: true }),
  withoutStrayMarks,
  withoutAddress,
  z.refine((name) => !namesService(name), { error: "Site.nameReserved" }),
);

/** A line that many members read above other content, such as the title of a group. It may have any emoji. */
export const titleLine = (lengthMax: number, tooLongTitle: string) =>
  requiredText.check(
    z.overwrite((title) => title.trim().replace(/\s+/gu, " ")),
    z.maxLength(lengthMax, { error: tooLongTitle, abort: true }),
    z.refine((title) => !hiddenCharacter.test(title.replace(emoji, "")), {
      error: "Site.nameHidden",
      abort: true,
    }),
    withoutStrayMarks,
    withoutAddress,
    z.refine((title) => !readsAsService(title), { error: "Site.nameReserved" }),
  );

const picture = /\p{Extended_Pictographic}|\p{RI}|\u20E3/u;

/**
 * A letter, a figure, a quotation mark or the sign of a number, so that no name is a formula in a spreadsheet of the
 * operator, as with "=" before it; nor is a part of it, since the spreadsheets of this country begin a cell at ";".
 */
const usualBeginning = /^[\p{L}\p{N}\p{Pi}\p{Pf}„‚"'№#]/u;

/** The name that a member gives to an institution: everybody reads it in lists, and it stays. */
export const institutionName = requiredText.check(
  z.overwrite((name) => name.trim()),
  z.maxLength(255, tooLong),
  z.refine((name) => !hiddenCharacter.test(name), { error: "Site.nameHidden", abort: true }),
  z.refine((name) => !picture.test(name), { error: "Site.nameEmoji", abort: true }),
  withoutAddress,
  z.refine((name) => /[\p{L}\p{N}]/u.test(name) && !name.includes(";"), {
    error: "Site.invalid",
    abort: true,
  }),
  z.refine((name) => usualBeginning.test(name), { error: "Site.nameBeginning", abort: true }),
  z.refine((name) => !readsAsService(name), { error: "Site.nameReserved" }),
  z.overwrite((name) => name.replace(/\s+/gu, " ")),
);
