import { defineRouting } from "next-intl/routing";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";

export const routing = defineRouting({
  locales,
  defaultLocale,
  localePrefix: "always",
  // The language cookie lives on the parent domain: lib/cookies.ts writes it.
  localeCookie: false,
});
