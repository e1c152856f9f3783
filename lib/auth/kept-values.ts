/**
 * What was typed on an account screen, on its way to the next page: changing the language loads the page anew.
 * Never a password or a captcha: the browser may write this storage to the disk.
 */
import * as z from "zod/mini";
import type { AccountName } from "#lib/auth/account-name.ts";

export type KeptValues = Record<string, string>;

const keptMs = 60_000;

const parcel = z.object({
  /** The language of the page that it is for. */
  locale: z.string(),
  at: z.number(),
  values: z.record(z.string(), z.string()),
});

const keyOf = (name: string) => `kept:${name}`;

/** Kept for a minute, for a page in that language alone. */
export function keepValues(name: string, locale: string, values: KeptValues): void {
  const kept: z.infer<typeof parcel> = { locale, at: Date.now(), values };
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept));
  } catch {
    return; // storage is full or switched off: it is typed again
  }
}

/** Takes the values out; empty when there are none for this page. */
export function takeValues(name: string, locale: string): KeptValues {
  try {
    const written = sessionStorage.getItem(keyOf(name));
    if (written === null) return {};
    sessionStorage.removeItem(keyOf(name));
    const kept = parcel.parse(JSON.parse(written));
    return kept.locale === locale && Date.now() - kept.at < keptMs ? kept.values : {};
  } catch {
    return {}; // storage is switched off, or holds what no version of this code wrote
  }
}

/** The names under which the login form finds what another screen hands it. */
export const loginFormName = "login";
export const accountDomainName = "account-domain";

/** The login, a page in that language, is opened next and knows already who comes. */
export function handToLogin({ localPart, domain }: AccountName, locale: string): void {
  keepValues(loginFormName, locale, { login: localPart });
  keepValues(accountDomainName, locale, { chosen: domain });
}

const awaitedKey = "awaited-address";

/** The address whose confirmation this device waits for; null: it is confirmed, or nobody waits here any more. */
export function keepAwaitedAddress(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(awaitedKey);
    else localStorage.setItem(awaitedKey, email);
  } catch {
    return; // storage is full or switched off: it is typed at the login
  }
}

export function readAwaitedAddress(): string | null {
  try {
    return localStorage.getItem(awaitedKey);
  } catch {
    return null;
  }
}
