import { beforeAll, describe, expect, it } from "vitest";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { studies, testEntries } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const educations = () => testEntries(kampus, "educations", studies);
const tashkent = 1726;
const anotherDistrict = 1726266;
/** An institution of which only the city is known. */
const inTheCity = { object_id: 3, region_id: tashkent };

describe("an education", () => {
  it.each([
    ["ru", "Университет", "Алмазарский район", "Ташкент"],
    ["uz", "Universitet", "Olmazor tumani", "Toshkent shahri"],
    ["en", "University", "Almazar District", "Tashkent"],
  ])(
    "is shown for editing in %s, with the way to its region",
    async (locale, kind, region, top) => {
      const id = await educations().add(member);
      expect(statusAndBody(await educations().edit(member, id, locale))).toEqual([
        200,
        {
          data: {
            id,
            establishment: { id: 1, name: kind },
            region: { id: 1726280, name: region },
            object: { id: 1, name: expect.any(String) as string },
            speciality: "Математика",
            start: 2010,
            end: 2014,
            region_path: [
              { id: tashkent, name: top },
              { id: 1726280, name: region },
            ],
          },
        },
      ]);
    },
  );

  it("needs no speciality: a blank one is none", async () => {
    for (const speciality of [undefined, null, "", " \n "]) {
      const id = await educations().add(member, { speciality });
      const { data } = (await educations().edit(member, id)).json<{ data: object }>();
      expect(data).not.toHaveProperty("speciality");
    }
  });

  it("keeps its group as the member wrote it, and needs none", async () => {
    const id = await educations().add(member, { group: " 11 -  Б " });
    expect((await educations().edit(member, id)).json()).toMatchObject({
      data: { group: "11 - Б" },
    });
    for (const group of [undefined, null, "", " "]) {
      const without = await educations().add(member, { group });
      const { data } = (await educations().edit(member, without)).json<{ data: object }>();
      expect(data).not.toHaveProperty("group");
    }
  });

  it.each([
    ...["x".repeat(33), "ю".repeat(33), "🎓".repeat(33), "11-Б 🎓", "👨‍🎓", "--", 11],
    ...["11\u202EБ", "\u200f11-Б", "11\u2067Б\u2069", "11\u200bБ", "11\u0000Б"],
  ])("is refused with the group %j", async (group) => {
    expect(statusAndBody(await educations().post(member, { group }))).toMatchObject([
      422,
      { errors: { group: [expect.any(String) as string] } },
    ]);
  });

  it("accepts the region above the district of the institution", async () => {
    const id = await educations().add(member, { region_id: tashkent });
    expect((await educations().edit(member, id)).json()).toMatchObject({
      data: { region: { id: tashkent }, region_path: [{ id: tashkent }] },
    });
  });

  it.each<[string, string, object]>([
    ["a district of another part of the city", "object_id", { region_id: anotherDistrict }],
    ["a region of another place", "object_id", { region_id: 1703 }],
    [
      "a district, of an institution that is only known to be in the city",
      "object_id",
      { object_id: 3 },
    ],
    ["another kind", "object_id", { establishment_id: 10 }],
    ["a kind that is not there", "establishment_id", { establishment_id: 9999 }],
    ["an institution that is not there", "object_id", { object_id: 999_999 }],
    ["a kind that is no number", "establishment_id", { establishment_id: "1" }],
    ["an institution past all numbers", "object_id", { object_id: 2 ** 31 }],
    ["an institution of no number", "object_id", { object_id: 0 }],
  ])("with %s is refused on %s, new and changed", async (_title, field, fields) => {
    const id = await educations().add(member);
    for (const answer of [
      await educations().post(member, fields),
      await educations().put(member, id, fields),
    ])
      expect(statusAndBody(answer)).toMatchObject([
        422,
        { code: "invalid", errors: { [field]: ["This value is not allowed"] } },
      ]);
    await educations().remove(member, id);
  });

  it("is refused on each field with an unknown choice, on all of them at once", async () => {
    const nowhere = { establishment_id: 9999, region_id: 9999, object_id: 999_999 };
    const answer = await educations().post(member, nowhere);
    const errors = faultsIn(answer);
    expect(Object.keys(errors).sort()).toEqual(["establishment_id", "object_id", "region_id"]);
  });

  it("can be changed to another institution together with its region", async () => {
    const id = await educations().add(member);
    expect(statusAndBody(await educations().put(member, id, inTheCity))).toMatchObject([
      200,
      { data: { object: { id: 3 }, region: { id: tashkent } } },
    ]);
  });
});
