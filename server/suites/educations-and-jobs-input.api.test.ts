/** Valid and invalid input of educations and jobs: years, regions and texts. */
import { describe, expect, it } from "vitest";
import { yearNow } from "#lib/params/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const invalid = (field: string, message = "This value is not allowed") => [
  422,
  { code: "invalid", errors: { [field]: [message] } },
];

describe.each([
  { kind: "educations", input: studies, text: "speciality" },
  { kind: "jobs", input: works, text: "company" },
] as const)("$kind", ({ kind, input, text }) => {
  const entries = () => testEntries(kampus, kind, input);

  it.each<[string, object, ReturnType<typeof invalid>]>([
    ["an end before the start", { end: 2009 }, invalid("end", "The end is before the start")],
    ["a start before 1940", { start: 1939 }, invalid("start")],
    ["a start in the future", { start: yearNow() + 1 }, invalid("start")],
    ["an end in the future", { end: yearNow() + 1 }, invalid("end")],
    ["a start that is text", { start: "2010" }, invalid("start")],
    ["a start between years", { start: 2010.5 }, invalid("start")],
    ["no start", { start: null }, invalid("start", "This field is required")],
    ["an end that is text", { end: "now" }, invalid("end")],
    ["NUL in the text", { [text]: "a\0b" }, invalid(text)],
    ["half a character", { [text]: "a\ud800b" }, invalid(text)],
    ["256 characters", { [text]: "я".repeat(256) }, invalid(text, "At most 255 characters")],
    ["a text that is none", { [text]: 5 }, invalid(text)],
    ["a region that is text", { region_id: "1726280" }, invalid("region_id")],
    ["no region", { region_id: undefined }, invalid("region_id", "This field is required")],
    ["a region that is not there", { region_id: 9999 }, invalid("region_id")],
    ["a region of no number", { region_id: -1 }, invalid("region_id")],
    ["a region past all numbers", { region_id: 2 ** 31 }, invalid("region_id")],
  ])("with %s are refused on the field, new and changed", async (_title, fields, expected) => {
    const member = await oneMember(kampus);
    const { add, post, put, list } = entries();
    const id = await add(member);
    const before = await list(member);
    for (const answer of [await post(member, fields), await put(member, id, fields)])
      expect(statusAndBody(answer)).toMatchObject(expected);
    expect(await list(member)).toEqual(before);
  });

  it.each(["<script>alert(1)</script>", "');DROP TABLE jobs;--", "{{7*7}}", "😀"])(
    "come back letter by letter: %s",
    async (payload) => {
      const [member, other] = await signedInMembers(kampus, 2);
      const { add, of } = entries();
      await add(member, { [text]: payload });
      expect((await of(other, member.id)).json()).toMatchObject({ data: [{ [text]: payload }] });
    },
  );

  it("lose hidden and direction-changing characters", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const { add, of } = entries();
    await add(member, { [text]: " \u202eУзум\u200b\u0007" });
    expect((await of(other, member.id)).json()).toMatchObject({ data: [{ [text]: "Узум" }] });
  });

  it("may begin and end in one year, and be current", async () => {
    const member = await oneMember(kampus);
    const { add, edit } = entries();
    const now = yearNow();
    for (const [years, end] of [
      [{ start: 1940, end: 1940 }, 1940],
      [{ start: now, end: now }, now],
      [{ end: null }, null],
      [{ end: undefined }, null],
      [{ end: "" }, null],
      [{ end: " " }, null],
    ] as const)
      expect((await edit(member, await add(member, years))).json()).toMatchObject({
        data: { end },
      });
  });
});

describe.each([
  ["an array", "[]"],
  ["nothing", "null"],
  ["no JSON", "{"],
])("a body that is %s", (_title, body) => {
  it.each(["educations", "jobs"])("adds none to %s and is refused as unreadable", async (kind) => {
    const { token } = await oneMember(kampus);
    const headers = { "content-type": "application/json" };
    const answer = await kampus.post(`/api/en/profile/setting/${kind}`, body, { token, headers });
    expect(answer.statusCode).toBe(400);
  });
});
