import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { jobInput } from "#lib/periods/jobs/schema.ts";
import { renameGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import { institutionName, personName } from "#lib/validation/name-schema.ts";
import { normalized } from "#lib/validation/normalized.ts";

const { title } = renameGroupInput.shape;
const { company } = jobInput.shape;

const faultOf = (schema: z.ZodMiniType, name: string) =>
  schema.safeParse(name).error?.issues[0]?.message;

describe("the name of a person", () => {
  it.each([
    ..."Oʻgʻli O‘g‘li O’g’li O'g'li O`g`li Oʼgʼli Анна-Мария Admira Brandon Admiral Adminov Кампусов".split(
      " ",
    ),
    ..."Ёлкин Йўлдошев Жўраев Ng Ли Jr. d’Artagnan Ö'zil Łukasz José Саид-Ахмад Root Supportova".split(
      " ",
    ),
    ..."Ким Рустамовна-Қодирова Systemov Иванова2 X1 🙂🙂 J.R.R.".split(" "),
    "<svg/onload=alert(document.cookie)>",
    "{{constructor.constructor('alert(1)')()}}",
    "<!--<script>alert(1)//-->",
    "javascript:alert(1)",
  ])("%s passes", (name) => {
    expect(faultOf(personName, name)).toBeUndefined();
  });

  it.each([
    ["a right-to-left override", "Али\u202eшер"],
    ["a right-to-left mark", "Али\u200fшер"],
    ["an isolate", "\u2066Алишер\u2069"],
    ["a zero-width space", "Али\u200bшер"],
    ["a joiner", "Али\u200dшер"],
    ["a non-joiner", "Али\u200cшер"],
    ["a joiner within an emoji", "👩\u200d🎓👩\u200d🎓"],
    ["a word joiner", "Али\u2060шер"],
    ["a soft hyphen", "Али\u00adшер"],
    ["a Hangul filler", "Али\u3164шер"],
    ["a blank of Braille", "Али\u2800шер"],
    ["a grapheme joiner", "Али\u034fшер"],
    ["a control character", "Али\u0007шер"],
    ["a C1 control character", "Али\u009bшер"],
    ["a tag", "Али\u{e0041}шер"],
  ])("holds no %s", (_title, name) => {
    expect(faultOf(personName, name)).toBe("Site.nameHidden");
  });

  it.each([
    "alisher@kampus.example",
    "alisher@",
    "@alisher",
    "alisher＠kampus",
    "https://evil.example",
    "hxxp://evil",
    "www.evil",
    "t.me/alisher",
    "Зайди-на-evil.uz",
    "evil.com",
    "evil．com",
    "пример.рф",
    "EVIL.COM/login",
    "(evil.com)",
    "mailto:me",
  ])("is no address: %s", (name) => {
    expect(faultOf(personName, name)).toBe("Site.nameAddress");
  });

  it.each([
    ..."Kampus kampus Кампус КАМПУС Кампуса kаmpus Каmpus K4mpus Karnpus Kampus1 Kámpus Kаmрuѕ Kampus-Алишер".split(
      " ",
    ),
    ..."Support SUPPORT Ѕuрроrt Ｓｕｐｐｏｒｔ 𝐒𝐮𝐩𝐩𝐨𝐫𝐭 sᴜᴘᴘᴏʀᴛ 5upp0rt S.u.p.p.o.r.t Support24 🆂🆄🅿🅿🅾🆁🆃 Ꮪupport".split(
      " ",
    ),
    ..."Администрация Aдминиcтpaция АДМИНИСТРАЦИЯ Администрации 4дминистрация Администратор Админ".split(
      " ",
    ),
    ..."Admin Adm1n Аdmіn Admın Αdmin ADMlN Admin_Kampus AdminKampus Administrator Administratsiya Maʼmuriyat".split(
      " ",
    ),
    ..."Поддержка Пoддepжкa Техподдержка СлужбаПоддержки Qoʻllab-quvvatlash Moderator Модератор".split(
      " ",
    ),
    ..."SupportTeam KampusOfficial Kampus_Support Kampus.Bot Official-Support Şupport Suppоrт".split(
      " ",
    ),
  ])("is not that of the service: %s", (name) => {
    expect(faultOf(personName, name)).toBe("Site.nameReserved");
  });
});

const markedNames: [string, string][] = [
  ["Vietnamese", "Nguyễn"],
  ["Yoruba", "Adébáyọ̀"],
  ["Karakalpak", "Ǵárezsizlik"],
  ["Russian", "Йёлкин"],
  ["Uzbek in Cyrillic", "Ўткир"],
  ["German", "Ö'zil"],
  ["Thai", "ที่รัก"],
  ["Hindi", "क्षितिज"],
];

describe.each([
  ["a person", personName],
  ["a group", title],
])("the name of %s", (_whose, schema) => {
  it.each(markedNames)("may have the marks of %s letters, composed or not: %s", (_script, name) => {
    for (const form of ["NFC", "NFD"] as const)
      expect(faultOf(schema, normalized(name, form))).toBeUndefined();
  });

  it.each([
    ["is not made of marks that stand on no letter", "\u0301\u0301"],
    ["does not begin with such a mark", "\u0301Анна"],
    ["has no letter under a stack of marks", `А${"\u0301".repeat(20)}нна`],
    ["has no letter under five marks of several kinds", "Аq\u0323\u0331\u0301\u0308\u0302а"],
  ])("%s", (_rule, name) => {
    expect(faultOf(schema, name)).toBe("Site.nameHidden");
  });
});

describe("the title of a group", () => {
  it.each([
    "Выпуск 2014 👩‍🎓",
    "Семья 👨‍👩‍👧‍👦",
    "❤️ 11-Б ❤️",
    "Команда 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇺🇿",
    "Администрация школы № 110",
    "Кампус НГУ, 3 этаж",
    "Support for young mothers",
    "Физика и система единиц",
    "Встреча @ кафе",
    "Чат",
    "Наш центр",
    "1/2",
  ])("%s passes", (written) => {
    expect(faultOf(title, written)).toBeUndefined();
  });

  it.each([
    ["Выпуск\u202e 2014", "Site.nameHidden"],
    ["Выпуск\u200d2014", "Site.nameHidden"],
    ["a\u200db", "Site.nameHidden"],
    ["Пишите на a@b", "Site.nameAddress"],
    ["Приз: evil.uz", "Site.nameAddress"],
    ["https://evil", "Site.nameAddress"],
    ["Kampus", "Site.nameReserved"],
    ["Security Team", "Site.nameReserved"],
    ["Служба поддержки Кампуса", "Site.nameReserved"],
    ["Официальный чат: Kampus", "Site.nameReserved"],
    ["✅ Support ✅", "Site.nameReserved"],
    ["Support client", "Site.nameReserved"],
    ["S u p p o r t", "Site.nameReserved"],
    ["Администрация сайта", "Site.nameReserved"],
    ["Kampus, поддержка Ташкента", "Site.nameReserved"],
    ["Тех. поддержка 24/7", "Site.nameReserved"],
    ["Kampus 🇸🇺🇵🇵🇴🇷🇹", "Site.nameReserved"],
  ])("%j is refused: %s", (written, fault) => {
    expect(faultOf(title, written)).toBe(fault);
  });
});

it("a name of any length is validated quickly", () => {
  const begun = performance.now();
  for (const part of ["helpdesk", "support", "a.", "mail", "rn", "-", "@", "👩‍🎓", "\u0301"])
    for (const length of [254, 1_000_000])
      for (const schema of [personName, title, company])
        schema.safeParse(`${part.repeat(length / part.length)}!`);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

describe("the name of a company", () => {
  it.each([
    ["Uzum.uz", "Uzum.uz"],
    ["Администрация города", "Администрация города"],
    [" \u202eУзум\u200b\u0007 ", "Узум"],
    ["Uzum\tMarket\u2028 Tashkent", "Uzum Market Tashkent"],
  ])("%j is %j", (written, kept) => {
    expect(company.parse(written)).toBe(kept);
  });

  it.each([
    ["пишите: a@b.uz", "Site.nameAddress"],
    ["https://evil.uz", "Site.nameAddress"],
    ["evil.uz/win", "Site.nameAddress"],
    ["\u3164\u2800", "Site.required"],
  ])("%j is refused: %s", (written, fault) => {
    expect(faultOf(company, written)).toBe(fault);
  });
});

describe("the name of an institution", () => {
  it.each([
    "Школа № 5",
    "110-maktab",
    "№ 110",
    "#110",
    "«Сократ»",
    "“Oʻqituvchi”",
    '"Лицей"',
    "'A' maktab",
  ])("%j passes", (name) => {
    expect(faultOf(institutionName, name)).toBeUndefined();
  });

  it.each([
    "=cmd|' /C calc'!A1 maktab",
    " =1 школа",
    "+5 школа",
    "-5 школа",
    "@ школа",
    "−5 школа",
    "(школа",
  ])("%j is refused, lest it be a formula in a spreadsheet of the operator", (name) => {
    expect(faultOf(institutionName, name)).toBe("Site.nameBeginning");
  });

  it("with a semicolon is refused, because spreadsheets of this country begin a cell there", () => {
    expect(faultOf(institutionName, "Лицей;=HYPERLINK(A1);")).toBe("Site.invalid");
  });
});
