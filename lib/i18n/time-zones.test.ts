import { describe, expect, it } from "vitest";
import { isTimeZoneFound, loadTimeZoneNames, timeZoneLabel } from "#lib/i18n/time-zones.ts";
import { locales } from "#lib/i18n/locales.ts";

describe.each(locales)("the time zones in %s", (locale) => {
  it("each have a name, under the old and the new name of a renamed city", async () => {
    const names = await loadTimeZoneNames(locale);
    const renamed = ["Europe/Kyiv", "Asia/Kolkata", "America/Nuuk", "Asia/Yangon"];
    const zones = [...Intl.supportedValuesOf("timeZone"), ...renamed];
    expect(zones.filter((zone) => !names[zone]?.trim())).toEqual([]);
    expect(names["Europe/Kyiv"]).toBe(names["Europe/Kiev"]);
  });

  it("are written in one script", async () => {
    const names = Object.values(await loadTimeZoneNames(locale)).join(" ");
    const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u];
    expect(scripts.filter((script) => script.test(names))).toHaveLength(1);
  });
});

it.each([
  ["ru", "Ташкент, Узбекистан, GMT+5"],
  ["uz", "Toshkent, Oʻzbekiston, GMT+5"],
  ["uz-Cyrl", "Тошкент, Ўзбекистон, GMT+5"],
  ["en", "Tashkent, Uzbekistan, GMT+5"],
  ["xx", "Tashkent, Uzbekistan, GMT+5"],
])("the zone of Tashkent is called by its city, country and offset: %s", async (locale, label) => {
  expect(timeZoneLabel("Asia/Tashkent", await loadTimeZoneNames(locale))).toBe(label);
});

it("a zone without a name keeps its city", () => {
  expect(timeZoneLabel("Asia/Tashkent")).toBe("Tashkent, GMT+5");
  expect(timeZoneLabel("America/Argentina/San_Luis")).toBe("San Luis, GMT-3");
});

it("a zone that the browser does not know, to which a device may be set, has no offset", () => {
  expect(timeZoneLabel("Etc/Unknown")).toBe("Unknown");
});

it.each([
  ["ташк", true],
  ["узбек", true],
  ["Tashkent", true],
  ["toshkent", false],
  ["gmt+5", true],
  ["самарканд", false],
  ["", true],
])("the zone of Tashkent is found in Russian by «%s»: %s", async (words, found) => {
  const label = timeZoneLabel("Asia/Tashkent", await loadTimeZoneNames("ru"));
  expect(isTimeZoneFound(words, "Asia/Tashkent", label)).toBe(found);
});

it.each([
  ["uz", "oʻzbekiston"],
  ["uz", "O‘zbekiston"],
  ["uz", "ozbekiston"],
  ["uz", "uzbekiston"],
  ["uz-Cyrl", "Ўзбекистон"],
  ["uz-Cyrl", "узбекистон"],
  ["uz-Cyrl", "ozbekiston"],
  ["ru", "ўзбек"],
])(
  "the zone of Tashkent is found in %s with or without the mark of oʻ: «%s»",
  async (locale, words) => {
    const label = timeZoneLabel("Asia/Tashkent", await loadTimeZoneNames(locale));
    expect(isTimeZoneFound(words, "Asia/Tashkent", label)).toBe(true);
  },
);
