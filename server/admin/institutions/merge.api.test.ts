import { describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { gathering } from "#server/testing/data/test-events.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { testSchools } from "#server/testing/data/test-schools.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const { institutions, merge, makeSchool, study, educationsOf, memberOfBoth, classOf } =
  testSchools(kampus);

describe("an institution is not merged", () => {
  it("into one that was removed, or that was itself merged into another", async () => {
    const member = await oneMember(kampus);
    const [one, removed, merged, kept] = [
      await makeSchool(member),
      await makeSchool(member),
      await makeSchool(member),
      await makeSchool(member),
    ];
    await institutions("remove", String(removed));
    await expect(merge(one, removed)).rejects.toThrow(
      `institution ${removed} was removed: nothing is merged into it`,
    );
    await merge(merged, kept);
    await expect(merge(one, merged)).rejects.toThrow(
      `institution ${merged} was merged into ${kept}`,
    );
  });
});

it("a merge tells meanwhile how many studied there and what moves, also in a dry run", async () => {
  const { from, into } = await memberOfBoth();
  for (const options of [["--dry-run"], []]) {
    const told: string[] = [];
    const operator = testOperator(kampus, { showProgress: (text) => told.push(text) });
    await operator("institutions", "merge", String(from), String(into), ...options);
    expect(told.slice(0, 3)).toEqual([
      `… locking who studied at ${from}`,
      "… members who studied there: 1",
      "… moving educations",
    ]);
    expect(told.at(-1)).toBe("… renewing the titles of class chats");
  }
});

describe("a member of both institutions", () => {
  it("keeps one of two equal educations, and both of two that differ", async () => {
    const member = await oneMember(kampus);
    const [from, into] = [await makeSchool(member), await makeSchool(member)];
    const same = [{ group: "11-А" }, { speciality: "Физика" }, { end: null }];
    for (const details of same) for (const id of [from, into]) await study(member, id, details);
    await study(member, from, { group: "11-Б" });
    await merge(from, into);
    expect(await educationsOf(member)).toMatchObject([
      { object_id: into, study_group: "11-А" },
      { object_id: into, speciality: "Физика" },
      { object_id: into, end_year: null },
      { object_id: into, study_group: "11-Б" },
    ]);
  });

  it("is of the class once", async () => {
    const { member, from, into } = await memberOfBoth();
    await merge(from, into);
    expect(await educationsOf(member)).toHaveLength(1);
    const roster = await kampus.get(`${classOf(into)}/members`, { token: member.token });
    expect(roster.json<{ data: unknown[] }>().data).toHaveLength(1);
  });
});

it("people are found by the institution that another was merged into, also where a page still has the former id", async () => {
  const { member, from, into } = await memberOfBoth();
  const reader = await oneMember(kampus);
  await merge(from, into);
  const foundBy = async (query: Record<string, string>) => {
    const answer = await kampus.get("/api/ru/users", { token: reader.token, query });
    return answer
      .json<PeopleList>()
      .data.map(({ id, education }) => [id, education?.object.id, education?.start]);
  };
  const expected = [[member.id, into, 2001]];
  expect(await foundBy({ object_id: String(into) })).toEqual(expected);
  expect(await foundBy({ object_id: String(from) })).toEqual(expected);
  expect(await foundBy({ object_id: String(from), start: "2005" })).toEqual(expected);
});

describe("a merge moves to the remaining institution", () => {
  it("events of the classes of the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const event = await kampus.post(`${classOf(from)}/events`, gathering(), { token });
    const { id } = event.json<{ data: { id: number } }>().data;
    await merge(from, into);
    const events = await kampus.get(`${classOf(into)}/events`, { token });
    expect(events.json()).toMatchObject({ data: [{ id }] });
  });

  it("invitations to the classes of the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const body = { kind: "class", object_id: from, class_key: "2010" };
    await kampus.post("/api/ru/invitations", body, { token });
    await merge(from, into);
    const links = await kampus.get("/api/ru/invitations", { token });
    expect(links.json()).toMatchObject({ data: [{ object: { id: into }, class_key: "2010" }] });
  });

  it("requests that were accepted as the merged one", async () => {
    const { member, from, into } = await memberOfBoth();
    const body = { establishment_id: 1, region_id: 1703, name: `Вуз ${from}` };
    await kampus.post("/api/ru/objects", body, { token: member.token });
    const requests = () =>
      kampus.db
        .selectFrom("institution_requests")
        .select(["id", "object_id"])
        .where("member_id", "=", member.id)
        .executeTakeFirstOrThrow();
    const { id } = await requests();
    await institutions("accept", String(id), "--institution", String(from));
    await merge(from, into);
    expect(await requests()).toEqual({ id, object_id: into });
  });

  it("reports, of which a member then has only one open one", async () => {
    const { member, from, into } = await memberOfBoth();
    const other = await oneMember(kampus);
    const report = ({ token }: SignedInMember, object_id: number) =>
      kampus.post("/api/ru/reports", { object_id, reason: "fake" }, { token });
    for (const [by, id] of [
      [member, from],
      [member, into],
      [other, from],
    ] as const)
      expect((await report(by, id)).statusCode).toBe(201);
    await merge(from, into);
    const rows = await kampus.db
      .selectFrom("reports")
      .select(["reporter_id", "object_id"])
      .where("reporter_id", "in", [member.id, other.id])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { reporter_id: member.id, object_id: null },
      { reporter_id: member.id, object_id: into },
      { reporter_id: other.id, object_id: into },
    ]);
  });

  it("the chat of a class that has none there, while a second chat stays as a plain group", async () => {
    const open = async ({ token }: SignedInMember, id: number) =>
      (await dataFrom<{ id: number }>(kampus.post(`${classOf(id)}/chat`, {}, { token }))).id;
    const alone = await memberOfBoth();
    const moved = await open(alone.member, alone.from);
    await merge(alone.from, alone.into);
    expect(await open(alone.member, alone.into)).toBe(moved);

    const both = await memberOfBoth();
    const [former, kept] = [await open(both.member, both.from), await open(both.member, both.into)];
    await merge(both.from, both.into);
    expect(await open(both.member, both.into)).toBe(kept);
    const { token } = both.member;
    const chats = (await kampus.get("/messenger/chats/all", { token })).json<{
      data: { id: number }[];
    }>();
    expect(chats.data.map(({ id }) => id)).toEqual(expect.arrayContaining([former, kept]));
  });
});

describe("a school that is entered again after a merge", () => {
  const enter = async ({ token }: SignedInMember, name: string) => {
    const body = { establishment_id: 10, region_id: 1703203, name };
    const answer = await kampus.post("/api/ru/objects", body, { token });
    return [answer.statusCode, answer.json<{ data: { id: number } }>().data.id];
  };

  it("is the one that it was merged into, in any spelling, and also after a load", async () => {
    const member = await oneMember(kampus);
    const [[, from = 0], [, into = 0]] = [
      await enter(member, "Школа Гулшан"),
      await enter(member, "Школа № 8"),
    ];
    await merge(from, into);
    for (const name of ["Школа Гулшан", "Gulshan maktabi", "Школа № 8"])
      expect(await enter(member, name), name).toEqual([200, into]);
    await kampus.db.deleteFrom("reference_load").execute();
    await kampus.db.transaction().execute((trx) => loadReference(trx, readReferenceFiles()));
    expect(await enter(member, "Школа Гулшан")).toEqual([200, into]);
  });

  it("is an institution of another kind where it was merged into that", async () => {
    const member = await oneMember(kampus);
    const [, school = 0] = await enter(member, "Школа № 110");
    const lyceum = await kampus.db
      .selectFrom("objects")
      .select("id")
      .where("establishment_id", "=", 7)
      .executeTakeFirstOrThrow();
    await merge(school, lyceum.id);
    expect(await enter(member, "110-maktab")).toEqual([200, lyceum.id]);
  });

  it("is made anew where what it was merged into was removed", async () => {
    const member = await oneMember(kampus);
    const [[, from = 0], [, into = 0]] = [
      await enter(member, "Школа № 21"),
      await enter(member, "Школа № 22"),
    ];
    await merge(from, into);
    await institutions("remove", String(into));
    expect((await enter(member, "Школа № 21"))[0]).toBe(201);
  });
});
