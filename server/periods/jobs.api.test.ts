import { beforeAll, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const jobs = () => testEntries(kampus, "jobs", works);

describe("a job", () => {
  it.each([
    ["ru", "Образование", "Учитель", "Алмазарский район", "Ташкент"],
    ["uz", "Taʼlim", "Oʻqituvchi", "Olmazor tumani", "Toshkent shahri"],
    ["en", "Education", "Teacher", "Almazar District", "Tashkent"],
  ])(
    "is shown for editing in %s, with the way to its region",
    async (locale, sphere, position, region, top) => {
      const id = await jobs().add(member);
      expect(statusAndBody(await jobs().edit(member, id, locale))).toEqual([
        200,
        {
          data: {
            id,
            sphere: { id: 1, name: sphere },
            position: { id: 101, name: position },
            region: { id: 1726280, name: region },
            company: "Школа № 110",
            start: 2014,
            end: 2018,
            region_path: [
              { id: 1726, name: top },
              { id: 1726280, name: region },
            ],
          },
        },
      ]);
    },
  );

  it("may name a whole region instead of a district", async () => {
    const id = await jobs().add(member, { region_id: 1703 });
    expect((await jobs().edit(member, id)).json()).toMatchObject({
      data: { region: { id: 1703 }, region_path: [{ id: 1703 }] },
    });
  });

  it.each<[string, string, object, string?]>([
    ["a position of another sphere", "position_id", { position_id: 201 }],
    ["a sphere that the position is not of", "position_id", { sphere_id: 2 }],
    ["a sphere that is not there", "sphere_id", { sphere_id: 9999 }],
    ["a position that is not there", "position_id", { position_id: 999_999 }],
    ["a sphere that is no number", "sphere_id", { sphere_id: "1" }],
    ["a position of no number", "position_id", { position_id: -5 }],
    ["no company", "company", { company: undefined }, "This field is required"],
    ["a company without a name", "company", { company: "" }, "This field is required"],
    ["a company of blanks", "company", { company: " \t\n " }, "This field is required"],
    [
      "a company that nobody sees",
      "company",
      { company: "\u200b\u2066" },
      "This field is required",
    ],
  ])(
    "with %s is refused on %s, new and changed",
    async (_title, field, fields, message = "This value is not allowed") => {
      const id = await jobs().add(member);
      for (const answer of [
        await jobs().post(member, fields),
        await jobs().put(member, id, fields),
      ])
        expect(statusAndBody(answer)).toMatchObject([
          422,
          { code: "invalid", errors: { [field]: [message] } },
        ]);
      await jobs().remove(member, id);
    },
  );
});
