import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { madeInCyrillic } from "#scripts/project/cyrillic-files.mjs";
import { inRoot } from "#scripts/project/paths.mjs";
import { messageInCyrillic, toCyrillic } from "#scripts/project/uzbek-cyrillic.mjs";

describe("Uzbek in Cyrillic", () => {
  it("is in every file what `node scripts/transliterate.mjs` makes of Uzbek in Latin", async () => {
    const made = await madeInCyrillic();
    const stale = [];
    for (const [file, content] of made)
      if (
        JSON.stringify(JSON.parse(await readFile(inRoot(file), "utf8"))) !== JSON.stringify(content)
      )
        stale.push(file);
    expect(stale, "run: node scripts/transliterate.mjs").toEqual([]);
    expect([...made.keys()]).toContain("messages/uz-Cyrl.json");
  });

  it.each([
    ["Oʻzbekcha", "Ўзбекча"],
    ["gʻoyib, yoʻq, yoʻl", "ғойиб, йўқ, йўл"],
    ["Shahar, choy, singil", "Шаҳар, чой, сингил"],
    ["yetib keldi, ertaga, sheʼr, maʼno", "етиб келди, эртага, шеър, маъно"],
    ["sunʼiy, maʼlumot, taʼsir, sanʼat", "сунъий, маълумот, таъсир, санъат"],
    ["oilaviy, poema, Yaponiya", "оилавий, поэма, Япония"],
    ["yangi, yuz, yosh, daryo, dunyo", "янги, юз, ёш, дарё, дунё"],
    ["Isʼhoq, Ellikqalʼa, Yangiyer", "Исҳоқ, Элликқалъа, Янгиер"],
    ["reaksiya, animatsiya, litsey", "реакция, анимация, лицей"],
    ["fakultet, albom, filtrlar", "факультет, альбом, фильтрлар"],
    ["yanvar, 5-aprel, sentabrdan, oktabr", "январь, 5-апрель, сентябрдан, октябрь"],
    ["parol, Parolingiz, profilni", "пароль, Паролингиз, профилни"],
    ["festival, portfelni, Belgiya, litsenziya", "фестиваль, портфелни, Бельгия, лицензия"],
    ["kuryer, obyekt, ketsa", "курьер, объект, кетса"],
    ["iPad’da JPEG va PDF", "iPad’да JPEG ва PDF"],
    ["o‘zbek so'zi", "ўзбек сўзи"],
  ])("writes %s as %s", (latin, cyrillic) => {
    expect(toCyrillic(latin)).toBe(cyrillic);
  });

  it("leaves what is not text as it is: arguments, plural forms, tags", () => {
    expect(
      messageInCyrillic(
        "<strong>{email}</strong>: {count, plural, one {# ta xat} other {{name}ga xat}}",
      ),
    ).toBe("<strong>{email}</strong>: {count, plural, one {# та хат} other {{name}га хат}}");
  });
});
