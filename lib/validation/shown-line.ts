/**
 * A line that others read: nothing in it hides or leads away (SEC-X4). Names, which are more, have name-schema.ts with
 * its list of what nobody may be called.
 */
import * as z from "zod/mini";
import { normalized } from "#lib/validation/normalized.ts";

/** Nothing that a person would see, or what turns the direction of what they see. */
export const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const allHidden = new RegExp(hiddenCharacter, "gu");

/** Domains end so; others, like that of `document.cookie`, are no addresses to anybody. */
const endings =
  "com|net|org|info|biz|edu|gov|ru|su|рф|uz|kz|kg|tj|tm|by|ua|de|uk|eu|us|cn|in|io|me|ai|gg|ly|to|tv|cc|co|ml|app|dev|site|online|shop|store|xyz|top|club|link|page|pro|example|test|localhost";
const mail = /[^\s@]@|@[^\s@]/u;
const linked = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:mailto|tel|tg|viber|whatsapp):/iu;
const domain = `(?:^|[^\\p{L}\\p{N}.-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${endings})(?![\\p{L}\\p{N}-])`;
const anyDomain = new RegExp(domain, "iu");
const domainWithPath = new RegExp(`${domain}(?::\\d+)?/`, "iu");

/** Full stops of other scripts end in an address line as the usual one. */
const plain = (name: string) => normalized(name, "NFKC").replace(/[。。․]/gu, ".");

const has = (pattern: RegExp) => (name: string) => pattern.test(plain(name));
/** Whether a reader would take it for the address of a page or of a mailbox. */
export const holdsAddress = (name: string) =>
  [mail, linked, anyDomain].some((one) => has(one)(name));

/** Stops before the slower checks. */
export const tooLong = { error: "Site.max255", abort: true };

/**
 * A place or a field of work: characters that hide in a line are removed, and a domain is allowed, as in the company
 * name "Uzum.uz".
 */
export const shownLine = z.pipe(
  z.transform((line: string) => line.replace(allHidden, "").trim()),
  z.string().check(
    z.maxLength(255, tooLong),
    z.refine((line) => ![mail, linked, domainWithPath].some((one) => has(one)(line)), {
      error: "Site.nameAddress",
      abort: true,
    }),
  ),
);
