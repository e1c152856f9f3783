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
  sessionEndedCookie,
  tokenCookie,
} from "#lib/browser/cookie-names.ts";
import { createListeners } from "#lib/browser/store.ts";

/** As long as the session lasts (server/auth/stored-sessions.ts). */
const tokenDays = 7;
const localeDays = 30;
const colorSchemeDays = 365;
const intentDays = 1;
const arrivalToastDays = 1 / 24 / 60;
const soundClaimsDays = 1 / 24 / 60;
const deviceChoiceDays = 365;
const announcementClosedDays = 30;

const tokenListeners = createListeners("focus");

export function readToken(): string | null {
  return Cookies.get(tokenCookie) ?? null;
}

export function writeToken(token: string): void {
  Cookies.set(tokenCookie, token, { ...shared(), expires: tokenDays });
  tokenListeners.call();
}

export function clearToken(): void {
  Cookies.remove(tokenCookie, shared());
  tokenListeners.call();
}

/** Calls back whoever follows the token: another tab has changed it. */
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
export function readLocale(): string | null {
  return Cookies.get(localeCookie) ?? null;
}

export function writeLocale(locale: string): void {
  Cookies.set(localeCookie, locale, { ...shared(), expires: localeDays });
}

export function readColorScheme(): string | null {
  return Cookies.get(colorSchemeCookie) ?? null;
}

export function writeColorScheme(colorScheme: string): void {
  Cookies.set(colorSchemeCookie, colorScheme, { ...shared(), expires: colorSchemeDays });
}

export function clearColorScheme(): void {
  Cookies.remove(colorSchemeCookie, shared());
}

/** Stored for a minute, until the next page has loaded. */
export function writeArrivalToast(text: string): void {
  Cookies.set(arrivalToastCookie, text, { ...shared(), expires: arrivalToastDays });
}

/** Removes and returns the text, so that it is shown once; null when there is none. */
export function takeArrivalToast(): string | null {
  const text = Cookies.get(arrivalToastCookie) ?? null;
  if (text !== null) Cookies.remove(arrivalToastCookie, shared());
  return text;
}

/** The intent as the query of an account screen names it; empty when there is none. */
export function readIntent(): string {
  return Cookies.get(intentCookie) ?? "";
}

export function writeIntent(written: string | null): void {
  if (written === null) Cookies.remove(intentCookie, shared());
  else Cookies.set(intentCookie, written, { ...shared(), expires: intentDays });
}

/** Stored for a minute, for the login screen. */
export function writeSessionEnded(): void {
  Cookies.set(sessionEndedCookie, "1", { ...shared(), expires: arrivalToastDays });
}

/** Whether the member comes to the login because the session has ended. */
export function readSessionEnded(): boolean {
  return Cookies.get(sessionEndedCookie) !== undefined;
}

export function forgetSessionEnded(): void {
  Cookies.remove(sessionEndedCookie, shared());
}

export function readMessageSound(): boolean {
  return Cookies.get(messageSoundCookie) !== "off";
}

export function writeMessageSound(on: boolean): void {
  if (on) Cookies.remove(messageSoundCookie, shared());
  else Cookies.set(messageSoundCookie, "off", { ...shared(), expires: deviceChoiceDays });
}

export function readSoundClaims(): string {
  return Cookies.get(soundClaimsCookie) ?? "";
}

export function writeSoundClaims(claims: string): void {
  Cookies.set(soundClaimsCookie, claims, { ...shared(), expires: soundClaimsDays });
}

export function readFollowedChat(): string | null {
  return Cookies.get(followedChatCookie) ?? null;
}

/** Null removes it. The cookie ends with the browser. */
export function writeFollowedChat(chatId: string | null): void {
  if (chatId === null) Cookies.remove(followedChatCookie, shared());
  else Cookies.set(followedChatCookie, chatId, shared());
}

export function readNotifications(): string | null {
  return Cookies.get(notificationsCookie) ?? null;
}

export function writeNotifications(choice: string): void {
  Cookies.set(notificationsCookie, choice, { ...shared(), expires: deviceChoiceDays });
}

export function writeAnnouncementClosed(id: number): void {
  Cookies.set(announcementClosedCookie, String(id), {
    ...shared(),
    expires: announcementClosedDays,
  });
}

function shared() {
  const { rootDomain, scheme } = getRuntimeConfig();
  return { path: "/", domain: rootDomain, sameSite: "lax", secure: scheme === "https" } as const;
}
