import { describe, expect, it } from "vitest";
import languages from "#data/languages.json" with { type: "json" };
import { isCyrillic, locales, localeOfText } from "#lib/i18n/locales.ts";

const kazakh = { id: 5, locale: "kk", name: "Қазақша", letters: "әңөүұһі" };
const withKazakh = [...languages, kazakh];

describe("the script of a language", () => {
  it("is known for the languages that Kampus has, and for one that is added", () => {
    const cyrillic = [...locales, kazakh.locale, "tg", "de"].filter(isCyrillic);
    expect(cyrillic).toEqual(["ru", "uz-Cyrl", "kk", "tg"]);
  });
});

describe("the language of a text", () => {
  it.each([
    ["Лицей «Сократ»", "ru"],
    ["Имени Ибн Сины", "ru"],
    ["Ибн Сино номидаги МАКТАБ, Қарши", "uz-Cyrl"],
    ["ЎЗБЕКИСТОН", "uz-Cyrl"],
    ["Oʻzbekiston maktabi", "uz"],
    ["Westminster", "uz"],
    ["№ 7", "uz"],
  ])("of %s is %s", (text, locale) => {
    expect(localeOfText(text)).toBe(locale);
  });

  it("may be one that is added, by its own letters, and takes no text from the others", () => {
    expect(localeOfText("Ыбырай Алтынсарин мектебі", withKazakh)).toBe("kk");
    expect(localeOfText("Школа имени Абая", withKazakh)).toBe("ru");
    expect(localeOfText("Қарши", withKazakh)).toBe("uz-Cyrl");
  });
});
