/** Cookies of the parent domain, shared by all surfaces (S-CONSTANTS). */

/** The id of the announcement that this browser has closed. */
export const announcementClosedCookie = "announcement_closed";
export const tokenCookie = "token";
export const localeCookie = "NEXT_LOCALE";
export const colorSchemeCookie = "color_scheme";
/** The text of a toast on the next page, on any surface. */
export const arrivalToastCookie = "arrival_notice";
/** "off" when messages make no tone. */
export const messageSoundCookie = "message_sound";
/** Messages whose tone some page of this browser has just played. */
export const soundClaimsCookie = "message_told";
/** The chat whose end is visible in a tab of this browser, so that a new message there is read at once. */
export const followedChatCookie = "followed_chat";
/** How this browser notifies, and which member chose it: see lib/browser/notification-choice.ts. */
export const notificationsCookie = "notifications";
/** The page that opens after login and confirmation: see lib/auth/intent.ts. */
export const intentCookie = "intent";
/** Set when the member comes to the login because the session has ended. */
export const sessionEndedCookie = "session_ended";
/** Written and removed again, to see whether this browser stores cookies. */
export const probeCookie = "probe";
