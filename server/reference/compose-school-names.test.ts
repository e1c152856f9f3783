import { describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { readSchoolName, type SchoolName } from "#lib/params/school-name.ts";
import { composeSchoolNames } from "#server/reference/compose-school-names.ts";

function read(name: string): SchoolName {
  const found = readSchoolName(name);
  if (!found) throw new Error(`${name} names no school`);
  return found;
}
const namesOf = (name: string) => composeSchoolNames(read(name), name);
const of = (names: string[]) =>
  Object.fromEntries(["ru", "uz", "en", "uz-Cyrl"].map((locale, index) => [locale, names[index]]));

/** One spelling of each kind with a number, and its names in each language. */
const kinds = [
  ["international school 5", "Международная школа № 5", "5-xalqaro maktab", "5-халқаро мактаб"],
  ["5-maktab-internat", "Школа-интернат № 5", "5-maktab-internat", "5-мактаб-интернат"],
  ["Вечерняя школа 5", "Вечерняя школа № 5", "5-kechki maktab", "5-кечки мактаб"],
  ["5-gimnaziya", "Гимназия № 5", "5-gimnaziya", "5-гимназия"],
  ["5-litsey", "Лицей № 5", "5-litsey", "5-лицей"],
  ["Sport maktabi 5", "Спортивная школа № 5", "5-sport maktabi", "5-спорт мактаби"],
  ["Музыкальная школа № 5", "Музыкальная школа № 5", "5-musiqa maktabi", "5-мусиқа мактаби"],
  ["Школа искусств № 5", "Школа искусств № 5", "5-sanʼat maktabi", "5-санъат мактаби"],
  [
    "Специализированная школа № 5",
    "Специализированная школа № 5",
    "5-ixtisoslashtirilgan maktab",
    "5-ихтисослаштирилган мактаб",
  ],
  ["Начальная школа № 5", "Начальная школа № 5", "5-boshlangʻich maktab", "5-бошланғич мактаб"],
  ["Частная школа № 5", "Частная школа № 5", "5-xususiy maktab", "5-хусусий мактаб"],
  ["Prezident maktabi 5", "Президентская школа № 5", "5-prezident maktabi", "5-президент мактаби"],
  ["5-kollej", "Колледж № 5", "5-kollej", "5-коллеж"],
] as const;

describe("a school with a number", () => {
  it.each(kinds)("of a kind is named anew in every language: %j", (written, ru, uz, uzCyrl) => {
    expect(namesOf(written)).toMatchObject({ ru, uz, "uz-Cyrl": uzCyrl });
  });

  it("shows no other word of whoever made it", () => {
    expect(namesOf("Школа 110 лицей, директор Каримов вор")).toEqual(
      of(["Лицей № 110", "110-litsey", "Lyceum No. 110", "110-лицей"]),
    );
    expect(namesOf("Школа № 5а имени Каримова")).toEqual(
      of(["Школа № 5А", "5A-maktab", "School No. 5A", "5А-мактаб"]),
    );
  });

  it("of several kinds has them all in its name", () => {
    expect(namesOf("Музыкальная школа-интернат № 5")).toMatchObject({
      ru: "Школа-интернат, музыкальная школа № 5",
      en: "Boarding School, Music School No. 5",
    });
  });

  it("keeps its key in the names of every language, so that no load makes another school of it", () => {
    for (const [one] of kinds)
      for (const [other] of kinds) {
        const written = `${one} ${other.replace("5", "")}`;
        const { key } = read(written);
        const names = namesOf(written);
        for (const locale of locales) expect(readSchoolName(names[locale] ?? "")?.key).toBe(key);
      }
  });
});

it("a school with only a name keeps it as it was written", () => {
  expect(namesOf("Лицей «Сократ»")).toEqual({ ru: "Лицей «Сократ»" });
});
