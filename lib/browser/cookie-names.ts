/** Cookies of the parent domain, shared by all surfaces (specification §9). */
export const tokenCookie = "token";
export const localeCookie = "NEXT_LOCALE";
export const colorSchemeCookie = "color_scheme";
/** What to say on the next page, on whatever surface that is. */
export const arrivalNoticeCookie = "arrival_notice";
/** Whether a tone is heard of messages: "off", or none. */
export const messageSoundCookie = "message_sound";
/** Messages of which a tone was heard a moment ago, whichever page made it. */
export const messageToldCookie = "message_told";
/** The chat whose end is looked at in a tab of this browser: what arrives there is read at once. */
export const followedChatCookie = "followed_chat";
/** How this browser tells of messages, and whom: see lib/browser/notification-choice.ts. */
export const notificationsCookie = "notifications";
/** That one comes to the login because a session has ended. */
export const sessionEndedCookie = "session_ended";
