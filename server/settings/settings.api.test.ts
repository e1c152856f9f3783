import { expect, it } from "vitest";
import settings from "#data/settings.json" with { type: "json" };
import { locales } from "#lib/i18n/locales.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const settingsIn = (locale: string) => kampus.get(`/api/${locale}/settings`);

it.each(locales)(
  "the site settings are answered in %s, to be cached for some minutes",
  async (locale) => {
    const answer = await settingsIn(locale);
    expect(answer.json()).toEqual({ data: settings[locale as keyof typeof settings] });
    expect(answer.headers["cache-control"]).toBe("public, max-age=300");
  },
);

it("a language without settings of its own has those of the default language", async () => {
  await kampus.db.deleteFrom("site_settings").where("locale", "!=", "ru").execute();
  for (const locale of locales) {
    expect(statusAndBody(await settingsIn(locale))).toEqual([200, { data: settings.ru }]);
  }
});
