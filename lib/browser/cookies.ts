/** Reads and writes the cookies of the parent domain. Browser only. */
import Cookies from "js-cookie";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import {
  announcementClosedCookie,
  arrivalToastCookie,
  colorSchemeCookie,
  followedChatCookie,
  intentCookie,
  localeCookie,
  messageSoundCookie,
  soundClaimsCookie,
  notificationsCookie,
  probeCookie,
  sessionEndedCookie,
  tokenCookie,
} from "#lib/browser/cookie-names.ts";
import { createListeners } from "#lib/browser/store.ts";

/** As long as the session lasts (server/auth/stored-sessions.ts). */
export const tokenDays = 7;
const localeDays = 30;
const colorSchemeDays = 365;
const intentDays = 1;
const arrivalToastDays = 1 / 24 / 60;
const soundClaimsDays = 1 / 24 / 60;
const deviceChoiceDays = 365;
const announcementClosedDays = 30;

const tokenListeners = createListeners("focus");

export const readToken = () => get(tokenCookie);

export function writeToken(token: string): void {
  put(tokenCookie, token, tokenDays);
  tokenListeners.call();
}

export function clearToken(): void {
  put(tokenCookie, null);
  tokenListeners.call();
}

/** Calls the listeners of the token, because another tab has changed it. */
export function announceTokenChange(): void {
  tokenListeners.call();
}

/** Calls back when the token may have changed: in this tab, or in another one when this tab becomes visible. */
export function onTokenChange(listener: () => void): () => void {
  const stop = tokenListeners.subscribe(listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", listener);
  };
}

/** The language chosen last. */
export const readLocale = () => get(localeCookie);
export const writeLocale = (locale: string) => put(localeCookie, locale, localeDays);

export const readColorScheme = () => get(colorSchemeCookie);
export const writeColorScheme = (colorScheme: string) =>
  put(colorSchemeCookie, colorScheme, colorSchemeDays);
export const clearColorScheme = () => put(colorSchemeCookie, null);

/** Stored for a minute, until the next page has loaded. */
export const writeArrivalToast = (text: string) => put(arrivalToastCookie, text, arrivalToastDays);

/** Removes and returns the text, so that it is shown once; null when there is none. */
export function takeArrivalToast(): string | null {
  const text = get(arrivalToastCookie);
  if (text !== null) put(arrivalToastCookie, null);
  return text;
}

/** The intent as the query of an account screen names it; empty when there is none. */
export const readIntent = () => get(intentCookie) ?? "";
export const writeIntent = (written: string | null) => put(intentCookie, written, intentDays);

/** Stored for a minute, for the login screen. */
export const writeSessionEnded = () => put(sessionEndedCookie, "1", arrivalToastDays);
/** Whether the member comes to the login because the session has ended. */
export const readSessionEnded = () => get(sessionEndedCookie) !== null;
export const forgetSessionEnded = () => put(sessionEndedCookie, null);

export const readMessageSound = () => get(messageSoundCookie) !== "off";
export const writeMessageSound = (on: boolean) =>
  put(messageSoundCookie, on ? null : "off", deviceChoiceDays);

export const readSoundClaims = () => get(soundClaimsCookie) ?? "";
export const writeSoundClaims = (claims: string) => put(soundClaimsCookie, claims, soundClaimsDays);

export const readFollowedChat = () => get(followedChatCookie);
/** Null removes it. The cookie ends with the browser. */
export const writeFollowedChat = (chatId: string | null) => put(followedChatCookie, chatId);

export const readNotifications = () => get(notificationsCookie);
export const writeNotifications = (choice: string) =>
  put(notificationsCookie, choice, deviceChoiceDays);

export const writeAnnouncementClosed = (id: number) =>
  put(announcementClosedCookie, String(id), announcementClosedDays);

/** False where the settings of the browser or one of its extensions refuse cookies; it says so in no other way. */
export function storesCookies(): boolean {
  put(probeCookie, "1");
  const isStored = get(probeCookie) !== null;
  put(probeCookie, null);
  return isStored;
}

const get = (name: string) => Cookies.get(name) ?? null;

/** Null removes the cookie; without `days` it ends with the browser. */
function put(name: string, value: string | null, days?: number): void {
  const { rootDomain, scheme } = getRuntimeConfig();
  const shared = {
    path: "/",
    domain: rootDomain,
    sameSite: "lax",
    secure: scheme === "https",
  } as const;
  if (value === null) Cookies.remove(name, shared);
  else Cookies.set(name, value, { ...shared, expires: days });
}
