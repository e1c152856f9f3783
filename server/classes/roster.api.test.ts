import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClassMember, ClassMemberList } from "#lib/classes/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { personName } from "#lib/validation/name-schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  insertThousands,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let institution = 1;
beforeEach(() => {
  institution += 1;
});

const members = (
  { token }: SignedInMember,
  query: Record<string, string> = {},
  key = "2014",
  id: number | string = institution,
) => kampus.get(`/api/ru/objects/${id}/classes/${key}/members`, { token, query });
const roster = async (reader: SignedInMember, query?: Record<string, string>) =>
  (await members(reader, query)).json<ClassMemberList>();
const idsOf = (list: readonly ClassMember[]) => list.map(({ id }) => id);

const studied = (
  member: { id: number },
  group: string | null = null,
  end_year: number | null = 2014,
) =>
  insertTestEducation(kampus, member, {
    object_id: institution,
    start_year: 2004,
    end_year,
    study_group: group,
    study_group_key: group === null ? null : studyGroupKey(group),
  });

async function classmate(surname: string, group: string | null = null) {
  const member = await oneMember(kampus, { surname });
  await studied(member, group);
  return member;
}

describe("the roster of a class", () => {
  it("begins with friends, then the reader's own group, then the others, each by name, the reader included", async () => {
    const anna = await classmate("Аннаева", "11-А");
    const boris = await classmate("Борисов");
    const vera = await classmate("Верина", "11 б");
    const me = await classmate("Гуляев", "11-Б");
    const yana = await classmate("Янина", "11-В");
    await testProfiles(kampus).befriend(me, yana);
    await studied(await oneMember(kampus), "11-Б", 2013);
    const { data, meta } = await roster(me);
    expect([idsOf(data), meta.next]).toEqual([[yana.id, vera.id, me.id, anna.id, boris.id], null]);
    expect(data.map(({ status, group }) => [status, group])).toEqual([
      ["friends", "11-В"],
      ["none", "11 б"],
      ["self", "11-Б"],
      ["none", "11-А"],
      ["none", null],
    ]);
  });

  it("holds every friend of a reader who has more than five thousand", async () => {
    const me = await classmate("Гуляев");
    await insertThousands(
      kampus,
      sql`
      WITH friend AS (
        INSERT INTO users (email, surname, name, patronymic, search_name, locale, password_hash, verified_at)
        SELECT 'friend' || n || '@kampus.example', 'Много', 'Друзей', 'Здесь', '', 'ru', '-', now()
        FROM generate_series(1, 5000) AS n RETURNING id)
      INSERT INTO friendships (low_user, high_user, requested_by, accepted_at)
      SELECT ${me.id}, id, ${me.id}, now() FROM friend`,
    );
    const latest = await classmate("Янина");
    await testProfiles(kampus).befriend(me, latest);
    expect(idsOf((await roster(me)).data)).toEqual([latest.id, me.id]);
  });

  it("is ordered by name alone for a reader who is not in the class", async () => {
    const boris = await classmate("Борисов", "11-Б");
    const anna = await classmate("Аннаева");
    const eleazar = await classmate("Ёлкин");
    expect(idsOf((await roster(await oneMember(kampus))).data)).toEqual([
      anna.id,
      boris.id,
      eleazar.id,
    ]);
  });

  it("shows nobody across a block, and no unverified or deleted member", async () => {
    const reader = await classmate("Читателев");
    const [blocked, blocker, gone] = [
      await classmate("Первый"),
      await classmate("Второй"),
      await classmate("Третий"),
    ];
    await studied(await oneMember(kampus, { verified: false }));
    await testProfiles(kampus).block(reader, blocked);
    await testProfiles(kampus).block(blocker, reader);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    expect(idsOf((await roster(reader)).data)).toEqual([reader.id]);
  });

  it("can be filtered by a group, however it is written, and by a name", async () => {
    const anna = await classmate("Аннаева", "11-А");
    const boris = await classmate("Борисов", "11-Б");
    const me = await oneMember(kampus);
    // A Latin letter that looks like the Cyrillic one.
    expect(idsOf((await roster(me, { group: "11 a" })).data)).toEqual([anna.id]);
    expect(idsOf((await roster(me, { group: "11-Г" })).data)).toEqual([]);
    expect(idsOf((await roster(me, { group: "" })).data)).toEqual([anna.id, boris.id]);
    expect(idsOf((await roster(me, { q: "boris" })).data)).toEqual([boris.id]);
    expect(idsOf((await roster(me, { q: "boris", group: "11-А" })).data)).toEqual([]);
    expect(idsOf((await roster(me, { q: "%" })).data)).toEqual([]);
  });

  it("is paged by its cursor, each member once, across all its parts", async () => {
    const reader = await classmate("Яшин", "11-Б");
    const others = await insertMembers(
      kampus,
      Array.from({ length: 95 }, (_, index) => ({ surname: `Участник${index % 7}` })),
    );
    for (const [index, member] of others.entries())
      await studied(member, ["11-А", "11-Б", null][index % 3]);
    for (const friend of others.slice(0, 35)) await testProfiles(kampus).befriend(reader, friend);
    const found: ClassMember[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: ClassMemberList = await roster(reader, cursor ? { cursor } : {});
      found.push(...page.data);
      cursor = page.meta.next;
      expect(page.data.length).toBeLessThanOrEqual(30);
    }
    expect(new Set(idsOf(found)).size).toBe(96);
    expect(found).toHaveLength(96);
    expect(found.slice(0, 35).every(({ status }) => status === "friends")).toBe(true);
    const rest = found.slice(35);
    const own = rest.findLastIndex(({ group }) => group === "11-Б");
    expect(rest.slice(0, own + 1).every(({ group }) => group === "11-Б")).toBe(true);
  });

  it.each([
    ["Cyrillic", "Я".repeat(255), "Ю".repeat(255)],
    ["letters of two code units", "𐐀".repeat(255), "𐐁".repeat(255)],
    ["letters of one and of two code units", `Я${"𐐀".repeat(254)}`, "𐐀Я".repeat(127)],
    ["signs that JSON escapes", '"'.repeat(255), "\\".repeat(255)],
  ])("takes its own cursors back where names are the longest, in %s", async (_title, ...names) => {
    const [surname, name] = names;
    expect([personName.parse(surname), personName.parse(name)]).toEqual(names);
    const reader = await oneMember(kampus);
    const longest = Array.from({ length: 61 }, () => ({ surname, name, patronymic: surname }));
    for (const member of await insertMembers(kampus, longest)) await studied(member);
    const found: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer = await members(reader, cursor ? { cursor } : {});
      expect(answer.statusCode).toBe(200);
      const page: ClassMemberList = answer.json();
      found.push(...idsOf(page.data));
      cursor = page.meta.next;
    }
    expect([found.length, new Set(found).size]).toEqual([61, 61]);
  });

  it.each([
    ["cursor", "!"],
    ["cursor", encodeCursor([3, "", 1])],
    ["cursor", encodeCursor([0, "x".repeat(121), 1])],
    ["cursor", encodeCursor([0, 1, "x"])],
    ["group", "x".repeat(33)],
    ["group", "\0"],
    ["q", "я".repeat(256)],
    ["q", "\0"],
  ])("refuses %s=%j on the field", async (field, value) => {
    const answer = await members(await oneMember(kampus), { [field]: value });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { errors: { [field]: [expect.any(String) as string] } },
    ]);
  });

  it("is 404 without such an institution or class", async () => {
    const me = await oneMember(kampus);
    expect((await members(me, {}, "2014", 2_147_483_647)).statusCode).toBe(404);
    expect((await members(me, {}, "9999")).statusCode).toBe(404);
  });
});
