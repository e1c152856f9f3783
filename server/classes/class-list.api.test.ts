import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClassDetails, ClassList } from "#lib/classes/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { dataFrom, faultyFields } from "#server/testing/answers.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let me: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;

beforeAll(async () => {
  me = await oneMember(kampus);
});
beforeEach(() => {
  institution += 1;
});

const classes = (query: Record<string, string> = {}, id: number | string = institution) =>
  kampus.get(`/api/ru/objects/${id}/classes`, { token: me.token, query });
const listed = async (query?: Record<string, string>) => (await classes(query)).json<ClassList>();
const one = (key: string, { token } = me, locale = "ru") =>
  kampus.get(`/api/${locale}/objects/${institution}/classes/${key}`, { token });
const details = (key: string) => dataFrom<ClassDetails>(one(key));
const studied = (
  member: { id: number },
  start_year: number,
  end_year: number | null,
  group: string | null = null,
) =>
  insertTestEducation(kampus, member, {
    object_id: institution,
    start_year,
    end_year,
    study_group: group,
    study_group_key: group === null ? null : studyGroupKey(group),
  });

describe("the classes of an institution", () => {
  it("are those who still study, then those who left, newest first, each with its size, the reader's own marked", async () => {
    const [one, other, third] = await insertMembers(kampus, [{}, {}, {}]);
    await studied(one, 2004, 2014);
    await studied(other, 2010, 2014);
    await studied(third, 2022, null);
    await studied(me, 2003, 2013);
    await studied(me, 2020, null);
    expect((await classes()).json()).toEqual({
      data: [
        { key: "since-2022", start: 2022, end: null, total: 1, mine: false },
        { key: "since-2020", start: 2020, end: null, total: 1, mine: true },
        { key: "2014", start: null, end: 2014, total: 2, mine: false },
        { key: "2013", start: null, end: 2013, total: 1, mine: true },
      ],
      meta: { next: null, total: 4 },
    });
  });

  it("count a member who studied in one twice once", async () => {
    const [member] = await insertMembers(kampus, [{}]);
    await studied(member, 2004, 2014);
    await studied(member, 2005, 2014, "11-А");
    expect(await listed()).toMatchObject({ data: [{ total: 1 }], meta: { total: 1 } });
    expect(await details("2014")).toMatchObject({ total: 1, groups: [{ name: "11-А", total: 1 }] });
  });

  it.each([
    ["of another list", ["2024-01-01T00:00:00.000Z", 1]],
    ["of a year too large", [99_999_999_999, 1]],
    ["of a year before Christ", [2014, -1]],
  ])("are refused for a cursor %s", async (_title, key) => {
    const answer = await classes({ cursor: encodeCursor(key) });
    expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["cursor"]]);
  });

  it("are paged by their cursor, each once", async () => {
    const [member] = await insertMembers(kampus, [{}]);
    await testPast(kampus).allStudied(
      institution,
      Array.from({ length: 70 }, (_, index) => ({ member, years: [1950, 1951 + index] })),
    );
    const first = await listed();
    const second = await listed({ cursor: first.meta.next ?? "" });
    const ends = [...first.data, ...second.data].map(({ end }) => end);
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([60, 10, null]);
    expect(ends).toEqual(Array.from({ length: 70 }, (_, index) => 2020 - index));
  });

  it("are empty without members, and 404 for an unknown institution", async () => {
    expect(await listed()).toEqual({ data: [], meta: { next: null, total: 0 } });
    for (const id of ["0", "x", "2147483647"]) expect((await classes({}, id)).statusCode).toBe(404);
    for (const cursor of ["", "!", encodeCursor(["a", 1]), encodeCursor([1])])
      expect((await classes({ cursor })).statusCode).toBe(422);
  });
});

describe("a class", () => {
  it("has its name, years, size and groups, in which a letter counts once however it is written", async () => {
    const members = await insertMembers(kampus, [{}, {}, {}, {}, {}]);
    const groups = ["11-Б", "11 б", "11-Б", "11-А", null];
    for (const [index, member] of members.entries())
      await studied(member, 2004, 2014, groups[index]);
    const { object, ...others } = await details("2014");
    expect(object).toMatchObject({ id: institution, name: expect.any(String) as string });
    expect(others).toEqual({
      key: "2014",
      start: null,
      end: 2014,
      total: 5,
      friends: 0,
      mine: false,
      groups: [
        { name: "11-А", total: 1, chat: null },
        { name: "11-Б", total: 3, chat: null },
      ],
      chat: null,
      next_event: null,
      sees_events: false,
      event_rights: null,
    });
  });

  it("says how many friends of the reader are of it: each once, and none who hides their educations from them", async () => {
    const [first, second, hiding, stranger] = await insertMembers(kampus, [{}, {}, {}, {}]);
    for (const member of [first, first, second, hiding, stranger])
      await studied(member, 2004, 2014);
    const reader = await oneMember(kampus);
    const profiles = testProfiles(kampus);
    for (const friend of [first, second, hiding]) await profiles.befriend(reader, friend);
    await profiles.hide(hiding, { educations: "nobody" });
    const friendsFor = async (member: SignedInMember, key = "2014") =>
      (await dataFrom<ClassDetails>(one(key, member))).friends;
    expect(await friendsFor(reader)).toBe(2);
    expect(await friendsFor(reader, "2013")).toBe(0);
    expect(await friendsFor(me)).toBe(0);
    await profiles.block(second, reader);
    expect(await friendsFor(reader)).toBe(1);
  });

  it("that nobody is of is empty, so that somebody can be its first", async () => {
    expect(await details("1999")).toMatchObject({ total: 0, groups: [], mine: false });
    expect(await details("since-1999")).toMatchObject({ start: 1999, end: null, total: 0 });
  });

  it.each(["0", "0000", "9999", "1899", "20145", "since-", "since-9999", "x", "2014 ", "%00"])(
    "is 404 with the key %j",
    async (key) => {
      expect((await one(encodeURIComponent(key))).statusCode).toBe(404);
    },
  );

  it("counts nobody across a block, and shows no group that only they name", async () => {
    const [blocked, blocker, other] = await insertMembers(kampus, [{}, {}, {}]);
    await studied(blocked, 2004, 2014, "11-Б");
    await studied(blocker, 2004, 2014, "11-А");
    await studied(other, 2004, 2014, "11-А");
    const [reader, second] = await signedInMembers(kampus, 2);
    await testProfiles(kampus).block(reader, blocked);
    await testProfiles(kampus).block(second, other);
    const of = (member: SignedInMember) => dataFrom<ClassDetails>(one("2014", member));
    expect(await of(reader)).toMatchObject({ total: 2, groups: [{ name: "11-А", total: 2 }] });
    expect(await of(second)).toMatchObject({
      total: 2,
      groups: [
        { name: "11-А", total: 1 },
        { name: "11-Б", total: 1 },
      ],
    });
    const list = await kampus.get(`/api/ru/objects/${institution}/classes`, {
      token: reader.token,
    });
    expect(list.json()).toMatchObject({ data: [{ total: 2 }], meta: { total: 2 } });
  });
});

describe("a study group that is named only by members who hide their educations", () => {
  const groupsFor = async (member: SignedInMember) =>
    (await dataFrom<ClassDetails>(one("2014", member))).groups.map(({ name, total }) => ({
      name,
      total,
    }));
  const groups = [
    { name: "11-А", total: 1 },
    { name: "11-Б", total: 1 },
  ];

  it("is shown to themselves and to those who see their educations, also in the sizes, and to nobody else", async () => {
    const [hiding, friend, open] = await signedInMembers(kampus, 3);
    await studied(hiding, 2004, 2014, "11-Б");
    await studied(open, 2004, 2014, "11-А");
    const profiles = testProfiles(kampus);
    await profiles.befriend(hiding, friend);
    await profiles.hide(hiding, { educations: "friends" });
    expect(await groupsFor(hiding)).toEqual(groups);
    expect(await groupsFor(friend)).toEqual(groups);
    expect(await groupsFor(open)).toEqual([groups[0]]);
    expect(await details("2014")).toMatchObject({ total: 2, groups: [groups[0]] });
    await profiles.hide(hiding, { educations: "everyone" });
    expect(await groupsFor(open)).toEqual(groups);
    await profiles.hide(hiding, { educations: "nobody" });
    await profiles.block(hiding, open);
    expect(await groupsFor(open)).toEqual([groups[0]]);
  });

  it("is spelled as those spell it who show it", async () => {
    const [reader] = await signedInMembers(kampus, 1);
    const [shown, ...hidden] = await insertMembers(kampus, [{}, {}, {}]);
    await studied(shown, 2004, 2014, "11-б");
    for (const member of hidden) {
      await studied(member, 2004, 2014, "11 Б");
      await testProfiles(kampus).hide(member, { educations: "nobody" });
    }
    expect(await groupsFor(reader)).toEqual([{ name: "11-б", total: 3 }]);
  });
});

describe("the stored classes follow", () => {
  const stored = async () => ({
    members: await kampus.db
      .selectFrom("class_members")
      .selectAll()
      .orderBy("user_id")
      .orderBy("object_id")
      .orderBy("ended")
      .orderBy("began")
      .execute(),
    sizes: await kampus.db
      .selectFrom("class_sizes")
      .selectAll()
      .where("total", "<>", 0)
      .orderBy("object_id")
      .orderBy("ended")
      .orderBy("began")
      .orderBy("study_group_key")
      .execute(),
  });
  const total = async (key: string) => (await details(key)).total;

  it("added, changed and deleted educations, and members who confirm, delete and restore accounts", async () => {
    const [member] = await insertMembers(kampus, [{}]);
    const unverified = await oneMember(kampus, { verified: false });
    await studied(unverified, 2004, 2014);
    const id = await studied(member, 2004, 2014);
    expect(await total("2014")).toBe(1);
    await kampus.updateMember(unverified, { verified_at: new Date() });
    expect(await total("2014")).toBe(2);
    await kampus.db
      .updateTable("educations")
      .set({ end_year: null })
      .where("id", "=", id)
      .execute();
    expect([await total("2014"), await total("since-2004")]).toEqual([1, 1]);
    await kampus.updateMember(member, { deleted_at: new Date() });
    expect(await listed()).toMatchObject({ data: [{ key: "2014" }], meta: { total: 1 } });
    await kampus.updateMember(member, { deleted_at: null });
    expect(await total("since-2004")).toBe(1);
    await kampus.db.deleteFrom("educations").where("id", "=", id).execute();
    expect(await listed()).toMatchObject({ data: [{ key: "2014" }], meta: { total: 1 } });
  });

  it("all of this: rebuilt, they are the same", async () => {
    const members = await insertMembers(kampus, [{}, {}, {}, {}, {}, {}, {}, {}]);
    await Promise.all(
      members.flatMap((member, index) => [
        studied(member, 2004, 2014, index % 2 ? "11-А" : null),
        studied(member, 2014, 2018),
      ]),
    );
    expect(await total("2014")).toBe(8);
    const before = await stored();
    await kampus.db.deleteFrom("class_members").execute();
    await kampus.db.deleteFrom("class_sizes").execute();
    await sql`SELECT index_class_members(ARRAY(SELECT id FROM users))`.execute(kampus.db);
    expect(await stored()).toEqual(before);
  });
});
