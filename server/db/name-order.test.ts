import { describe, expect, it } from "vitest";
import institutions from "#data/institutions.json" with { type: "json" };
import regions from "#data/regions.json" with { type: "json" };
import { locales } from "#lib/i18n/locales.ts";
import { nameOf } from "#server/db/localised-names.ts";
import { sortKeys } from "#server/db/name-order.ts";

const byBytes = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

describe.each(locales)("sort keys in %s", (locale) => {
  const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
  const key = sortKeys(locale);
  const numbered = Array.from({ length: 400 }, (_, index) => [
    `Школа № ${index * 7}`,
    `${index * 7}-maktab`,
    `School No. ${index * 7}`,
  ]).flat();
  const names = [
    ...[...institutions, ...regions].map((one) => nameOf(one.names, locale)),
    ...numbered,
  ];

  it("order all names of the catalogue and of schools as the collation of the language does", () => {
    const sorted = [...new Set(names)].sort((one, other) => byBytes(key(one), key(other)));
    for (const [index, name] of sorted.slice(1).entries())
      expect(compare(sorted[index] ?? "", name), `${sorted[index]} | ${name}`).toBeLessThanOrEqual(
        0,
      );
  });

  it("are ASCII of a bounded length, whatever the name holds", () => {
    for (const name of [...names, "й".repeat(500), "𝕬𝖇𝖈 ქართული 漢字 🏫", "1".repeat(300), ""])
      expect(key(name)).toMatch(/^[\da-z]{0,240}$/);
  });
});

it("Uzbek letters of two signs follow z, and numbers count by their value", () => {
  const key = sortKeys("uz");
  const names = ["Zarafshon", "Oʻzbekiston", "Gʻijduvon", "Shahrisabz", "Chirchiq"];
  expect([...names].reverse().sort((one, other) => byBytes(key(one), key(other)))).toEqual(names);
  expect(key("5-maktab") < key("110-maktab")).toBe(true);
});
