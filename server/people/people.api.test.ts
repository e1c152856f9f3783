import { beforeAll, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let me: SignedInMember;
beforeAll(async () => {
  me = await oneMember(kampus, { surname: "Искатель" });
  await insertMembers(kampus, [
    { surname: "Ёлкин", name: "Пётр", patronymic: "Алишерович" },
    { surname: "Oʻktamov", name: "Gʻayrat", patronymic: "Anvar-oʻgʻli" },
    { surname: "Петров-Водкин", name: "Кузьма", patronymic: "Сергеевич" },
    { surname: "Йўлдошев", name: "Қаҳрамон", patronymic: "Ғани" },
    { surname: "Тайный", name: "Пётр", patronymic: "Неподтверждённый", verified: false },
    { surname: "example.com/a", name: "1e3", patronymic: "-5.0" },
    { surname: "a@b.example", name: "x_y", patronymic: "<b>" },
  ]);
});

const search = (query: Record<string, string>) =>
  kampus.get("/api/ru/users", { token: me.token, query });

const found = async (q: string) => {
  const answer = await search({ q });
  expect(answer.statusCode).toBe(200);
  return answer.json<PeopleList>().data.map(({ fullname }) => fullname);
};

const yolkin = "Ёлкин Пётр Алишерович";
const oktamov = "Oʻktamov Gʻayrat Anvar-oʻgʻli";
const petrov = "Петров-Водкин Кузьма Сергеевич";
const yuldoshev = "Йўлдошев Қаҳрамон Ғани";
const hostLike = "example.com/a 1e3 -5.0";
const mailLike = "a@b.example x_y <b>";

describe("people search", () => {
  it.each([
    ["one word", "Ёлкин", [yolkin]],
    ["any order", "Алишерович Ёлкин Пётр", [yolkin]],
    ["prefixes", "ал ёл", [yolkin]],
    ["ё as е", "елкин петр", [yolkin]],
    ["е as ё", "пётров", [petrov]],
    ["any case", "ЁЛКИН пЁТР", [yolkin]],
    ["spaces around and between", "  ёлкин \t пётр\n", [yolkin]],
    ["every word, not some", "Ёлкин Кузьма", []],
    ["no middles of words", "лкин", []],
    ["either half of a double name", "водк", [petrov]],
    ["a double name whole", "петров-водкин", [petrov]],
    ["a double name's beginning", "петров-вод", [petrov]],
    ["a letter typed as two characters", "и\u0306у\u0306лдошев", [yuldoshev]],
    ["letters of Uzbek Cyrillic", "қаҳрамон ғани", [yuldoshev]],
  ])("finds by %s", async (_title, q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it.each(["ʻ", "ʼ", "'", "’", "‘", "`", "´", "′", ""])(
    "finds oʻ and gʻ typed with %j",
    async (apostrophe) => {
      expect(await found(`O${apostrophe}ktam`)).toEqual([oktamov]);
      expect(await found(`g${apostrophe}ayrat o${apostrophe}ktamov`)).toEqual([oktamov]);
      expect(await found(`anvar-o${apostrophe}g${apostrophe}li`)).toEqual([oktamov]);
    },
  );

  it.each([
    ["example com", [hostLike]],
    ["example.com/a", [hostLike]],
    ["1e3", [hostLike]],
    ["5", [hostLike]],
    ["a@b.ex", [mailLike]],
    // Й is "y" too.
    ["y", [mailLike, yuldoshev]],
    ["x_y", [mailLike]],
    ["<b>", [mailLike]],
  ])("finds by %j a name that looks like an address or a number", async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it.each([
    ["or", "Ёлкин | Кузьма", []],
    ["and", "Ёлкин & Пётр", [yolkin]],
    ["not", "!Кузьма", [petrov]],
    ["a prefix", "Кузьма:*", [petrov]],
    ["followed by", "Пётр <-> Ёлкин", [yolkin]],
    ["a quote", "Алишер' | 'Кузьма", []],
    ["an escaped quote", "Алишер\\' | \\'Кузьма", []],
    ["SQL", "Кузьма'; DROP TABLE users; --", []],
    ["a pattern", "%узьм_", []],
  ])("takes %s as words, not as an operator", async (_title, q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it.each([
    ["operators", "a & b | ! :* ' \" \\ ( )"],
    ["a backslash", "\\"],
    ["emoji", "🙂".repeat(63)],
    ["foreign digits", "٣ ३ ③ ² Ⅷ"],
    ["letters that change length", "ﷺ ß İ ſ ǅ"],
    ["invisible characters", "\u202e\u200b\ufeff"],
    ["one word of 255 letters", "я".repeat(255)],
    ["one word of 255 digits", "9".repeat(255)],
    ["127 words", "a ".repeat(127)],
  ])("answers a search for %s", async (_title, q) => {
    expect((await search({ q })).statusCode).toBe(200);
  });

  it.each([
    ["NUL", "Ёлкин\0"],
    ["256 characters", "я".repeat(256)],
    ["5,000 characters", "x".repeat(5_000)],
  ])("refuses %s on the field", async (_title, q) => {
    expect(statusAndBody(await search({ q }))).toMatchObject([
      422,
      { code: "invalid", errors: { q: [expect.any(String)] } },
    ]);
  });

  it.each(["q=%ED%A0%80", "q=%", "q=%zz", "q=a&q=b", "q[]=a", "cursor=a&cursor=b", "q=%C3%28"])(
    "answers the malformed query %j without a fault",
    async (query) => {
      const answer = await kampus.get(`/api/ru/users?${query}`, { token: me.token });
      expect([200, 400, 422]).toContain(answer.statusCode);
    },
  );

  it.each(["", "   "])("shows everybody for %j", async (q) => {
    expect(await found(q)).toHaveLength(6);
  });

  it.each(["!?", "%", "_", "';--"])("shows nobody for %j, in which there is no word", async (q) => {
    expect(await found(q)).toEqual([]);
  });

  it("never shows the member themselves or an unverified member", async () => {
    expect(await found("Искатель")).toEqual([]);
    expect(await found("Тайный")).toEqual([]);
    const everybody = await found("");
    expect(everybody.filter((name) => /Искатель|Тайный/.test(name))).toEqual([]);
  });

  it("shows only what others may see, and their status to the reader", async () => {
    const { data } = (await search({ q: "кузьма" })).json<PeopleList>();
    expect(data).toEqual([
      {
        id: expect.any(Number) as number,
        fullname: petrov,
        image: null,
        online: false,
        last_seen_at: null,
        status: "none",
        education: null,
        job: null,
      },
    ]);
    const id = data[0]?.id ?? 0;
    await kampus.post(`/api/ru/profile/friends/friendship/${id}/add`, {}, { token: me.token });
    expect((await search({ q: "кузьма" })).json()).toMatchObject({
      data: [{ status: "outgoing" }],
    });
  });
});
