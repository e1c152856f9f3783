/** Which language a request without one gets (D-SURFACES). Free of Next, so that the server uses it too. */
import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { defaultLocale, isLocale, locales } from "#lib/i18n/locales.ts";

/** Matching is slow, and anybody may send a header of 16 KB; no browser sends as much as this. */
const readLettersMax = 500;
const matchedMax = 10;

/** The remembered language if it is one of ours, else the best of Accept-Language, else the default. */
export function negotiateLocale(
  remembered: string | undefined,
  acceptLanguage: string | undefined,
): string {
  if (isLocale(remembered)) return remembered;
  const languages = (acceptLanguage ?? "").slice(0, readLettersMax);
  const accepted = new Negotiator({ headers: { "accept-language": languages } })
    .languages()
    .filter(isLanguageTag)
    .slice(0, matchedMax);
  return accepted.length > 0 ? match(accepted, [...locales], defaultLocale) : defaultLocale;
}

/** The matcher throws on anything else, "*" included. */
function isLanguageTag(tag: string): boolean {
  try {
    return tag !== "*" && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
