/**
 * Carries over what was typed: on an account screen, because changing the language reloads the page, and in a form whose
 * member's session has ended. Never holds a password or a captcha, because the browser may write this storage to the disk.
 */
import * as z from "zod/mini";
import type { AccountName } from "#lib/auth/account-name.ts";
import { readStoredText, storedKeys, storeText } from "#lib/browser/stored-text.ts";

export type CarriedValues = Record<string, string>;

const carriedForMs = 60_000;

/** How long the values of a form outlast the session, which is time enough to sign in again (D-KEPT). */
export const keptForMs = 24 * 60 * 60_000;

const parcel = z.object({
  /** Who may take the values: a page in that language, or the member with that id. */
  taker: z.string(),
  at: z.number(),
  values: z.record(z.string(), z.string()),
});

const prefix = "carried:";
const keyOf = (name: string) => `${prefix}${name}`;

/** Stores the values for that taker alone: a language, whose page may take them within a minute, or the id of a member. */
export function carryOverValues(name: string, taker: string, values: CarriedValues): void {
  const carried: z.infer<typeof parcel> = { taker, at: Date.now(), values };
  storeText("sessionStorage", keyOf(name), JSON.stringify(carried));
}

/** Removes and returns the values; empty when there are none for this taker, or only older ones. */
export function takeValues(name: string, taker: string, forMs = carriedForMs): CarriedValues {
  const written = readStoredText("sessionStorage", keyOf(name));
  if (written === null) return {};
  storeText("sessionStorage", keyOf(name), null);
  const carried = parcelIn(written);
  const isTheirs = carried?.taker === taker && Date.now() - carried.at < forMs;
  return isTheirs ? carried.values : {};
}

/** Removes what this tab has kept of the forms of every member but this one; null: of all members. */
export function forgetOtherKeptValues(memberId: number | null): void {
  for (const key of storedKeys("sessionStorage", prefix)) {
    const taker = parcelIn(readStoredText("sessionStorage", key) ?? "")?.taker;
    const isOfPage = taker !== undefined && Number.isNaN(Number(taker)); // a language
    if (!isOfPage && taker !== `${memberId}`) storeText("sessionStorage", key, null);
  }
}

/** Null where no version of this code wrote it. */
function parcelIn(written: string): z.infer<typeof parcel> | null {
  try {
    return parcel.parse(JSON.parse(written));
  } catch {
    return null;
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
export const storeAwaitedAddress = (email: string | null) =>
  storeText("localStorage", awaitedKey, email);

export const readAwaitedAddress = () => readStoredText("localStorage", awaitedKey);
