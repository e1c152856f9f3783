import { describe, expect, it } from "vitest";
import type { InstitutionList } from "#lib/institutions/schema.ts";
import { faultsIn, isRefusedForNow, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { limitedKampus } from "#server/testing/limited-kampus.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const school = 10;
const university = 1;
/** Districts without a school in the catalogue. */
const [asaka, baliqchi, boz, buloqboshi] = [1703224, 1703206, 1703209, 1703210];

const make = (
  { token }: Pick<SignedInMember, "token">,
  body: object,
  { locale = "ru", at = kampus } = {},
) => at.post(`/api/${locale}/objects`, body, { token });
const inDistrict = (region_id: number, name: string) => ({
  establishment_id: school,
  region_id,
  name,
});
interface Made {
  message: string;
  data: { id: number; name: string };
}
const rowsIn = (region: number, at = kampus) =>
  at.db
    .selectFrom("objects")
    .select(["id", "names", "source", "author_id", "school_key"])
    .where("region_id", "=", region)
    .where("establishment_id", "=", school)
    .where("retired_at", "is", null)
    .execute();

describe("an ordinary school that the catalogue lacks", () => {
  it("is made by a member, found by every spelling, shown on its page and chosen for an education", async () => {
    const member = await oneMember(kampus);
    const answer = await make(member, inDistrict(asaka, "Школа № 110"));
    const { message, data } = answer.json<Made>();
    expect([answer.statusCode, message, data.name]).toEqual([
      201,
      "Школа добавлена",
      "Школа № 110",
    ]);
    expect(await rowsIn(asaka)).toEqual([
      {
        id: data.id,
        source: "members",
        author_id: member.id,
        school_key: "110",
        names: {
          ru: "Школа № 110",
          uz: "110-maktab",
          "uz-Cyrl": "110-мактаб",
          en: "School No. 110",
        },
      },
    ]);
    for (const q of ["110", "№110", "110-maktab", "110-сон мактаб", "school no. 110"]) {
      const list = await kampus.get("/api/uz/objects", { query: { q, region_id: String(asaka) } });
      const found = list.json<InstitutionList>().data.map(({ id, name }) => [id, name]);
      expect(found, q).toEqual([[data.id, "110-maktab"]]);
    }
    const page = await kampus.get(`/api/en/objects/${data.id}`);
    expect(page.json()).toMatchObject({
      data: { name: "School No. 110", region: { id: asaka }, made_by_members: true },
    });
    const education = {
      establishment_id: school,
      region_id: asaka,
      object_id: data.id,
      start: 2001,
      end: 2012,
    };
    const added = await kampus.post("/api/ru/profile/setting/educations", education, {
      token: member.token,
    });
    expect(added.statusCode).toBe(201);
  });

  it.each(["110-maktab", "110-сон мактаб", "№ 0110", "110", "SCHOOL NO. 110"])(
    "is not made again as %j, but answered",
    async (name) => {
      const [first, second] = await signedInMembers(kampus, 2);
      const made = (await make(first, inDistrict(baliqchi, "Школа № 110"))).json<Made>();
      const answer = await make(second, inDistrict(baliqchi, name), { locale: "en" });
      expect(statusAndBody(answer)).toEqual([
        200,
        {
          message: "This school is there already",
          data: { id: made.data.id, name: "School No. 110" },
        },
      ]);
    },
  );

  it("of a kind with a number shows nobody the words that whoever made it put beside these", async () => {
    const [first, second] = await signedInMembers(kampus, 2);
    const written = "Школа 110 лицей, директор Каримов вор";
    const made = (await make(first, inDistrict(asaka, written))).json<Made>();
    expect(made.data.name).toBe("Лицей № 110");
    const answer = await make(second, inDistrict(asaka, "110-litsey"), { locale: "en" });
    expect([answer.statusCode, answer.json<Made>().data]).toEqual([
      200,
      { id: made.data.id, name: "Lyceum No. 110" },
    ]);
    const list = await kampus.get("/api/ru/objects", { query: { q: "директор Каримов" } });
    expect(list.json<InstitutionList>().data).toEqual([]);
  });

  it("with the same number is another school in another district", async () => {
    const member = await oneMember(kampus);
    const [one, other] = [boz, buloqboshi].map((region) =>
      make(member, inDistrict(region, "Школа № 3")),
    );
    const ids = [(await one)?.json<Made>().data.id, (await other)?.json<Made>().data.id];
    expect(new Set(ids).size).toBe(2);
  });

  it("with only a name gets it in the script in which it was written", async () => {
    const member = await oneMember(kampus);
    const made = await make(member, inDistrict(boz, "Guliston maktabi"), { locale: "ru" });
    expect([made.statusCode, made.json<Made>().data.name]).toEqual([201, "Guliston maktabi"]);
    const again = await make(member, inDistrict(boz, "школа  «Гулистон»"));
    expect([again.statusCode, again.json<Made>().data.id]).toEqual([
      200,
      made.json<Made>().data.id,
    ]);
  });

  it("is one row when 20 members make it at once in two scripts", async () => {
    const members = await signedInMembers(kampus, 20);
    const answers = await Promise.all(
      members.map((member, index) =>
        make(member, inDistrict(buloqboshi, index % 2 ? "77-maktab" : "Школа № 77")),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(19);
    expect(new Set(answers.map((answer) => answer.json<Made>().data.id)).size).toBe(1);
    const rows = await rowsIn(buloqboshi);
    expect(rows.filter(({ school_key }) => school_key === "77")).toHaveLength(1);
  });

  it("has its place among the others at once: 9 before 77 before 110", async () => {
    const member = await oneMember(kampus);
    for (const name of ["Школа № 110", "Школа № 9"])
      await make(member, inDistrict(buloqboshi, name));
    const list = await kampus.get("/api/ru/objects", {
      query: { region_id: String(buloqboshi), establishment_id: String(school) },
    });
    const names = list.json<InstitutionList>().data.map(({ name }) => name);
    const order = ["Школа № 3", "Школа № 9", "Школа № 77", "Школа № 110"];
    expect(names.filter((name) => order.includes(name))).toEqual(order);
  });
});

it("a catalogue school is answered in any spelling, even where its district is unknown", async () => {
  const member = await oneMember(kampus);
  for (const [region, name, id] of [
    [1726266, "5-maktab", 170],
    [1726266, "Школа №5", 170],
    [1726262, "110", 173],
  ] as const) {
    const answer = await make(member, inDistrict(region, name));
    expect([answer.statusCode, answer.json<Made>().data.id], name).toEqual([200, id]);
  }
});

describe("an institution of another kind", () => {
  const limited = limitedKampus();
  const asked = { establishment_id: university, region_id: 1703, name: "Университет «Новый»" };
  const requestsOf = ({ id }: { id: number }) =>
    kampus.db.selectFrom("institution_requests").selectAll().where("member_id", "=", id).execute();

  it("becomes a request, once however often it is sent, and is in no list", async () => {
    const member = await oneMember(kampus);
    for (const name of [asked.name, "УНИВЕРСИТЕТ  Новый"]) {
      expect(statusAndBody(await make(member, { ...asked, name }))).toEqual([
        202,
        { message: "Заявка отправлена. Мы проверим её и напишем вам на почту" },
      ]);
    }
    expect(await requestsOf(member)).toMatchObject([{ ...asked, closed_at: null }]);
    const list = await kampus.get("/api/ru/objects", { query: { q: "Университет Новый" } });
    const names = list.json<InstitutionList>().data.map(({ name }) => name);
    expect(names).not.toContain(asked.name);
  });

  it("can be requested ten times a day", async () => {
    const at = limited.kampus;
    const member = await oneMember(at);
    for (let sent = 0; sent < 10; sent += 1)
      expect((await make(member, { ...asked, name: `Вуз ${sent}` }, { at })).statusCode).toBe(202);
    expect(isRefusedForNow(await make(member, asked, { at }))).toBe(true);
  });
});

describe("what cannot be made", () => {
  it.each([
    [
      { establishment_id: 9999, region_id: asaka, name: "Школа № 1" },
      "establishment_id",
      "This value is not allowed",
    ],
    [{ region_id: asaka, name: "Школа № 1" }, "establishment_id", "This field is required"],
    [{ ...inDistrict(1703, "Школа № 1") }, "region_id", "Choose a district or city"],
    [{ ...inDistrict(9999, "Школа № 1") }, "region_id", "This value is not allowed"],
    [{ establishment_id: school, name: "Школа № 1" }, "region_id", "This field is required"],
    [inDistrict(asaka, ""), "name", "This field is required"],
    [inDistrict(asaka, " "), "name", "This field is required"],
    [{ establishment_id: school, region_id: asaka }, "name", "This field is required"],
    [inDistrict(asaka, "школа"), "name", "Enter the number or the name of the school"],
    [inDistrict(asaka, "Школа № 0"), "name", "Enter the number or the name of the school"],
    [inDistrict(asaka, "ааааа"), "name", "Enter the number or the name of the school"],
    [inDistrict(asaka, "Школа № абв"), "name", "Enter the number or the name of the school"],
    [inDistrict(asaka, "№ XII"), "name", "Enter the number or the name of the school"],
    [inDistrict(asaka, "№"), "name", "This value is not allowed"],
    [inDistrict(asaka, "—"), "name", "This value is not allowed"],
    [inDistrict(asaka, "я".repeat(256)), "name", "At most 255 characters"],
    [inDistrict(asaka, "Школа\u202e № 1"), "name", "Remove the invisible characters"],
    [inDistrict(asaka, "Школа\u200f № 1"), "name", "Remove the invisible characters"],
    [inDistrict(asaka, "Школа\u2067 № 1"), "name", "Remove the invisible characters"],
    [inDistrict(asaka, "Школа\u200b № 1"), "name", "Remove the invisible characters"],
    [inDistrict(asaka, "Школа\n№ 1"), "name", "Remove the invisible characters"],
    [inDistrict(asaka, "Школа № 1 🏫"), "name", "Remove emoji and symbols"],
    [
      inDistrict(asaka, "Школа № 1 kampus.uz"),
      "name",
      "Links and mail addresses cannot be written here",
    ],
    [
      inDistrict(asaka, "Школа № 1 https://t.me/x"),
      "name",
      "Links and mail addresses cannot be written here",
    ],
    [inDistrict(asaka, "=cmd|' /C calc'!A1 maktab"), "name", "Begin with a letter"],
    [inDistrict(asaka, "Поддержка Kampus"), "name", "Only the site’s own staff"],
    [
      { establishment_id: university, region_id: 1703, name: "a\0b" },
      "name",
      "This value is not allowed",
    ],
    [
      { establishment_id: university, region_id: 9999, name: "Вуз" },
      "region_id",
      "This value is not allowed",
    ],
  ])("is refused on its field: %j", async (body, field, message) => {
    const answer = await make(await oneMember(kampus), body, { locale: "en" });
    const errors = faultsIn(answer);
    expect([answer.statusCode, Object.keys(errors)]).toEqual([422, [field]]);
    expect(errors[field]?.[0]).toContain(message);
  });

  it("includes everything that visitors and unverified members send", async () => {
    const body = inDistrict(asaka, "Школа № 1");
    expect((await make({ token: "none" }, body)).statusCode).toBe(401);
    expect((await make(await oneMember(kampus, { verified: false }), body)).statusCode).toBe(403);
  });

  it.each([
    [
      "a school, made or found, more than 60 times an hour",
      "0.05",
      [1, 1, 1, 1],
      [201, 200, 200, 429],
    ],
    ["more than 20 new schools a day", "0.1", [1, 2, 2, 3, 1], [201, 201, 200, 429, 200]],
  ])("is %s", async (_what, scale, numbers, expected) => {
    const limited = await startTestKampus({ RATE_LIMIT_SCALE: scale });
    try {
      const member = await oneMember(limited);
      const statuses: number[] = [];
      for (const number of numbers)
        statuses.push(
          (await make(member, inDistrict(asaka, `${number}`), { at: limited })).statusCode,
        );
      expect(statuses).toEqual(expected);
    } finally {
      await limited.close();
    }
  });
});
