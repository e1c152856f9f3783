import { createContext, runInContext } from "node:vm";
import { expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { configScript } from "#server/compose/config-script.ts";

const texts = Object.fromEntries(
  locales.map((locale) => [locale, `Работы "ночью" \\ </script> ${locale}`]),
);
const deployment = { rootDomain: "localhost", scheme: "http", port: "" } as const;

interface Page {
  locale?: string;
  cookie?: string;
  leftMs?: number;
}

/** What the script changes in a page before the first paint. */
function begin({ locale = "ru", cookie = "token=secret", leftMs = 60_000 }: Page) {
  const attributes: string[] = [];
  const style: Record<string, string> = {};
  const documentElement = {
    lang: locale,
    setAttribute: (name: string) => attributes.push(name),
    style: { setProperty: (name: string, value: string) => (style[name] = value) },
  };
  const window: Record<string, unknown> = {};
  const ends_at = new Date(Date.now() + leftMs).toISOString();
  const env = { deployment, accountDomains: ["a.example"] as [string], brand: "Kampus" };
  runInContext(
    configScript(env, { id: 7, texts, ends_at }),
    createContext({
      ...{ window, document: { cookie, documentElement } },
      matchMedia: () => ({ matches: false }),
    }),
  );
  return { shows: attributes.includes("data-announcement"), text: style["--announcement"] };
}

it.each(locales)("a member gets the announcement in %s with the first paint", (locale) => {
  const { shows, text = "" } = begin({ locale });
  expect(shows).toBe(true);
  expect(JSON.parse(text)).toBe(texts[locale]);
});

it.each<[string, Page, boolean]>([
  ["a visitor", { cookie: "" }, false],
  ["who has closed it", { cookie: "token=secret; announcement_closed=7" }, false],
  ["who has closed another", { cookie: "token=secret; announcement_closed=71" }, true],
  ["who has the script from a cache, after its end", { leftMs: -1 }, false],
])("%s is shown the announcement or not: %j → %s", (_who, page, shows) => {
  expect(begin(page).shows).toBe(shows);
});
