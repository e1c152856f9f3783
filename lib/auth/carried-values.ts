/**
 * Carries over what was typed on an account screen, because changing the language reloads the page. Never holds a
 * password or a captcha, because the browser may write this storage to the disk.
 */
import * as z from "zod/mini";
import type { AccountName } from "#lib/auth/account-name.ts";

export type CarriedValues = Record<string, string>;

const carriedForMs = 60_000;

const parcel = z.object({
  /** The language of the page that may take the values. */
  locale: z.string(),
  at: z.number(),
  values: z.record(z.string(), z.string()),
});

const keyOf = (name: string) => `kept:${name}`;

/** Stores the values for a minute, for a page in that language alone. */
export function carryOverValues(name: string, locale: string, values: CarriedValues): void {
  const carried: z.infer<typeof parcel> = { locale, at: Date.now(), values };
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(carried));
  } catch {
    return; // storage is full or switched off, so the member types again
  }
}

/** Removes and returns the values; empty when there are none for this page. */
export function takeValues(name: string, locale: string): CarriedValues {
  try {
    const written = sessionStorage.getItem(keyOf(name));
    if (written === null) return {};
    sessionStorage.removeItem(keyOf(name));
    const carried = parcel.parse(JSON.parse(written));
    return carried.locale === locale && Date.now() - carried.at < carriedForMs
      ? carried.values
      : {};
  } catch {
    return {}; // storage is switched off, or holds what no version of this code wrote
  }
}

/** The names under which the login form finds what another screen hands it. */
export const loginFormName = "login";
export const accountDomainName = "account-domain";

/** Hands the member's address to the login page in that language. */
export function handToLogin({ localPart, domain }: AccountName, locale: string): void {
  carryOverValues(loginFormName, locale, { login: localPart });
  carryOverValues(accountDomainName, locale, { chosen: domain });
}

const awaitedKey = "awaited-address";

/** The address whose confirmation this browser waits for; null once it is confirmed or given up. */
export function storeAwaitedAddress(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(awaitedKey);
    else localStorage.setItem(awaitedKey, email);
  } catch {
    return; // storage is full or switched off, so the address is typed at the login
  }
}

export function readAwaitedAddress(): string | null {
  try {
    return localStorage.getItem(awaitedKey);
  } catch {
    return null;
  }
}
