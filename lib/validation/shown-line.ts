/**
 * A line that others read: nothing in it hides or leads away (SEC-X4). Names of members have stricter rules, in
 * name-schema.ts.
 */
import * as z from "zod/mini";
import { normalized } from "#lib/validation/normalized.ts";

/** Characters that nobody sees, or that turn the direction of the text. */
export const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const allHidden = new RegExp(hiddenCharacter, "gu");

/** Endings by which people know a domain; `document.cookie` has none of them. */
const endings =
  "com|net|org|info|biz|edu|gov|ru|su|рф|uz|kz|kg|tj|tm|by|ua|de|uk|eu|us|cn|in|io|me|ai|gg|ly|to|tv|cc|co|ml|app|dev|site|online|shop|store|xyz|top|club|link|page|pro|example|test|localhost";
const mail = /[^\s@]@|@[^\s@]/u;
const link = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:mailto|tel|tg|viber|whatsapp):/iu;
const domain = `(?:^|[^\\p{L}\\p{N}.-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${endings})(?![\\p{L}\\p{N}-])`;
const anyDomain = new RegExp(domain, "iu");
const domainWithPath = new RegExp(`${domain}(?::\\d+)?/`, "iu");

/** Browsers read the full stops of other scripts in an address as a plain one. */
const plain = (line: string) => normalized(line, "NFKC").replace(/[。。․]/gu, ".");

const has = (pattern: RegExp) => (line: string) => pattern.test(plain(line));
/** Whether a reader would take the line, or a part of it, for the address of a page or of a mailbox. */
export const holdsAddress = (line: string) => [mail, link, anyDomain].some((one) => has(one)(line));

/** A line that is too long is refused before the slower checks. */
export const tooLong = { error: "Site.max255", abort: true };

/**
 * A place or a field of work: characters that hide in a line are removed, and a domain is allowed, as in the company
 * name "Uzum.uz".
 */
export const shownLine = z.pipe(
  z.transform((line: string) => line.replace(/\s+/gu, " ").replace(allHidden, "").trim()),
  z.string().check(
    z.maxLength(255, tooLong),
    z.refine((line) => ![mail, link, domainWithPath].some((one) => has(one)(line)), {
      error: "Site.nameAddress",
      abort: true,
    }),
  ),
);
