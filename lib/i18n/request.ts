import { getRequestConfig } from "next-intl/server";
import { locale as rootLocale } from "next/root-params";
import { defaultLocale, isLocale } from "#lib/i18n/locales.ts";
import type { Messages } from "#lib/i18n/messages.ts";

export default getRequestConfig(async ({ locale: asked }) => {
  const wanted = asked ?? (await rootLocale());
  const locale = isLocale(wanted) ? wanted : defaultLocale;
  const file = (await import(`../../messages/${locale}.json`)) as { default: Messages };
  return { locale, messages: file.default };
});
