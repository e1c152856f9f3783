/** Cookies of the parent domain, shared by all surfaces (specification §9). */
export const tokenCookie = "token";
export const localeCookie = "NEXT_LOCALE";
export const colorSchemeCookie = "color_scheme";
