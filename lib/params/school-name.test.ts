import { describe, expect, it } from "vitest";
import { readSchoolName, schoolNumberText } from "#lib/params/school-name.ts";

const keyOf = (name: string) => readSchoolName(name)?.key ?? null;

describe("the key of a school", () => {
  it.each([
    "110",
    "№110",
    "№ 110",
    "N110",
    "N 110",
    "No. 110",
    "no 110",
    "#110",
    "0110",
    "１１０",
    "Школа № 110",
    "школа №110",
    "ШКОЛА 110",
    "школа-110",
    "  школа   №   110  ",
    "Школа № 0110",
    "110 школа",
    "110-я школа",
    "110-ая средняя общеобразовательная школа",
    "СОШ № 110",
    "СШ №110",
    "Школа № 110 города Ташкента",
    "Школа № 110 имени Алишера Навои",
    "110-maktab",
    "110 maktab",
    "110maktab",
    "110–maktab",
    "110-sonli maktab",
    "110-sonli umumiy oʻrta taʼlim maktabi",
    "110-sonli umumiy o'rta ta'lim maktabi",
    "Toshkent shahridagi 110-maktab",
    "110-мактаб",
    "110-сон мактаб",
    "110-сонли умумий ўрта таълим мактаби",
    "Тошкент шаҳридаги 110-мактаб",
    "мактаб 110",
    "School 110",
    "School No. 110",
    "Secondary School No 110",
    "Tashkent School No. 110",
  ])("is the same for %j", (name) => {
    expect(keyOf(name)).toBe("110");
  });

  it.each([
    ["Школа № 5а", "5a"],
    ["5-А maktab", "5a"],
    ["5-a maktab", "5a"],
    ["Школа № 5Б", "5b"],
    ["5-й", "5"],
    ["Школа-интернат № 5", "5 boarding"],
    ["5-maktab-internat", "5 boarding"],
    ["Boarding School No. 5", "5 boarding"],
    ["International School No. 5", "5 international"],
    ["Вечерняя школа № 5", "5 evening"],
    ["5-сон кечки мактаб", "5 evening"],
    ["Школа имени 30-летия Победы № 7", "7"],
    ["Школа № 7 имени 30-летия Победы", "7"],
    ["9999", "9999"],
    ["Школа № 5 имени Арцыбашева", "5"],
    ["Школа № 5 им. Спортсменова", "5"],
    ["Школа № 8 Вечернякова", "8"],
    ["Школа № 12 на улице Спортивной", "12"],
    ["Школа на улице Спортивной № 12", "12"],
    ["Sport koʻchasidagi 12-maktab", "12"],
    ["Спорт кўчасидаги 12-мактаб", "12"],
    ["School No. 12 on Music Street", "12"],
    ["Школа № 12 на улице Спортивной, вечерняя", "12 evening"],
    ["Школа имени Навои № 12, спортивная", "12 sports"],
    ["Школа имени Гагарина, лицей № 5", "5 lyceum"],
    ["Школа имени Гагарина интернат № 5", "5 boarding"],
    ["Navoiy nomidagi 5-litsey", "5 lyceum"],
    ["Навоий номидаги 5-ихтисослаштирилган мактаб-интернат", "5 boarding special"],
    ["5-sonli Navoiy nomidagi gimnaziyasi", "5 gymnasium"],
    ["Спортшкола № 5", "5 sports"],
    ["Школа интернатов № 5", "5 boarding"],
    ["Maxsuslashtirilgan 22-maktab", "22 special"],
    ["Gimnaziyali maktab 4", "4 gymnasium"],
    ["litseyli maktab 4", "4 lyceum"],
    ["3-sonli maktab internatining", "3 boarding"],
    ["Sportga yoʻnaltirilgan 3-maktab", "3 sports"],
    ["Musiqali 3 maktab", "3 music"],
    ["Гимназическая школа № 4", "4 gymnasium"],
    ["Коррекционно-развивающая школа № 5", "5 special"],
    ["Художественно-эстетическая школа 3", "3 arts"],
    ["специализир. школа 4", "4 special"],
    ["Музыкальн. школа № 3", "3 music"],
    ["Лицея № 5", "5 lyceum"],
  ])("of %j is %j", (name, key) => {
    expect(keyOf(name)).toBe(key);
  });

  it.each([
    ["Школа имени Навои", "Navoiy nomidagi maktab"],
    ["Навои мактаби", "School named after Navoi"],
    ["Школа «Гулистон»", "Guliston maktabi"],
    ["Школа Ёшлик", "Yoshlik maktabi"],
  ])("of a school without a number is that of its name in any script: %j, %j", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
    expect(keyOf(one)).toMatch(/^\p{L}+$/u);
  });

  it.each([
    ["Школа имени 9 мая", "Школа имени 1 мая"],
    ["Школа им. 30-летия Победы", "Школа им. 40-летия Победы"],
    ["Школа имени 9-й дивизии", "Школа № 9"],
    ["Школа на улице 8 Марта", "Школа № 8"],
  ])("of a school that is named after a date has it in its name: %j is not %j", (one, other) => {
    expect(readSchoolName(one)).toMatchObject({ number: null, kinds: [] });
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it.each([
    "",
    " ",
    "школа",
    "maktab",
    "№",
    "Школа №",
    "school no.",
    "0",
    "школа 000",
    "10000",
    "998901234567",
    "а",
    "ыыыыы",
    "средняя школа",
    "Школа № абв",
    "№ХII",
    "—",
    "...",
  ])("is missing in %j", (name) => {
    expect(keyOf(name)).toBeNull();
  });
});

it(`a school's name says whether more than a number was written, and whether the word "school" was`, () => {
  expect(readSchoolName("110")).toMatchObject({ isPlain: true, saysSchool: false });
  expect(readSchoolName("110-maktab")).toMatchObject({ isPlain: true, saysSchool: true });
  expect(readSchoolName("5а")).toMatchObject({ isPlain: true });
  expect(readSchoolName("ТУИТ 2010")).toMatchObject({ isPlain: false, saysSchool: false });
});

it("the letter of a number is written in the script of the language", () => {
  const number = readSchoolName("5-b maktab")?.number;
  expect(number && schoolNumberText(number, "cyrillic")).toBe("5Б");
  expect(number && schoolNumberText(number, "latin")).toBe("5B");
});
