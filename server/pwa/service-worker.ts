import { readFileSync } from "node:fs";
import { locales } from "#lib/i18n/locales.ts";
import type { Env } from "#server/env.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

const parts = ["caching", "offline-page", "notices"];

/** `/sw.js` of every surface: one script, so that it is fetched and renewed as a whole. */
export function serviceWorker({ brand }: Pick<Env, "brand">): string {
  const offline = Object.fromEntries(
    locales.map((locale) => {
      const t = translatorFor(locale);
      const texts = {
        brand: brandIn(locale, brand),
        title: t("Offline.title"),
        text: t("Offline.text"),
        retry: t("Offline.retry"),
      };
      return [locale, texts];
    }),
  );
  const known = escaped(JSON.stringify({ offline }));
  const code = parts.map((part) =>
    readFileSync(new URL(`./worker/${part}.js`, import.meta.url), "utf8"),
  );
  return [`const kampus = ${known};`, ...code].join("\n");
}

/** The texts go into HTML too. */
const escaped = (json: string) =>
  json.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
