/** Cookies of the parent domain, shared by all surfaces (specification §9). */
export const tokenCookie = "token";
export const localeCookie = "NEXT_LOCALE";
export const colorSchemeCookie = "color_scheme";
/** What to say on the next page, on whatever surface that is. */
export const arrivalNoticeCookie = "arrival_notice";
