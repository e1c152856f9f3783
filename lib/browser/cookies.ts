/** Reads and writes the cookies of the parent domain. Browser only. */
import Cookies from "js-cookie";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import {
  arrivalNoticeCookie,
  colorSchemeCookie,
  followedChatCookie,
  localeCookie,
  messageSoundCookie,
  messageToldCookie,
  notificationsCookie,
  sessionEndedCookie,
  tokenCookie,
} from "#lib/browser/cookie-names.ts";

const tokenDays = 7;
const localeDays = 30;
const colorSchemeDays = 365;
const arrivalNoticeDays = 1 / 24 / 60;
const messageToldDays = 1 / 24 / 60;
const deviceChoiceDays = 365;

const tokenListeners = new Set<() => void>();

export function readToken(): string | null {
  return Cookies.get(tokenCookie) ?? null;
}

export function writeToken(token: string): void {
  Cookies.set(tokenCookie, token, { ...shared(), expires: tokenDays });
  for (const listener of tokenListeners) listener();
}

export function clearToken(): void {
  Cookies.remove(tokenCookie, shared());
  for (const listener of tokenListeners) listener();
}

/** Calls back when the token may have changed: here, or in another tab by the time this one is looked at. */
export function onTokenChange(listener: () => void): () => void {
  tokenListeners.add(listener);
  window.addEventListener("focus", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    tokenListeners.delete(listener);
    window.removeEventListener("focus", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

/** The language that was chosen last. */
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

/** Kept for a minute: time to leave for the next page. */
export function writeArrivalNotice(text: string): void {
  Cookies.set(arrivalNoticeCookie, text, { ...shared(), expires: arrivalNoticeDays });
}

/** Null when nothing is to be said; what is to be said is said once. */
export function takeArrivalNotice(): string | null {
  const text = Cookies.get(arrivalNoticeCookie) ?? null;
  if (text !== null) Cookies.remove(arrivalNoticeCookie, shared());
  return text;
}

/** Tells the login screen; kept for a minute, as an arrival notice is. */
export function writeSessionEnded(): void {
  Cookies.set(sessionEndedCookie, "1", { ...shared(), expires: arrivalNoticeDays });
}

/** Whether one comes to the login because the session has ended. */
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

export function readMessageTold(): string {
  return Cookies.get(messageToldCookie) ?? "";
}

export function writeMessageTold(told: string): void {
  Cookies.set(messageToldCookie, told, { ...shared(), expires: messageToldDays });
}

export function readFollowedChat(): string | null {
  return Cookies.get(followedChatCookie) ?? null;
}

/** Null: none. It ends with the browser. */
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

function shared() {
  const { rootDomain, scheme } = getRuntimeConfig();
  return { path: "/", domain: rootDomain, sameSite: "lax", secure: scheme === "https" } as const;
}
