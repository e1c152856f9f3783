import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { searchableVersion } from "#server/db/searchable.ts";
import { areSearchNamesStale, remakeSearchNames } from "#server/people/search-names.ts";
import { insertTestEducation, insertTestJob } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
let me: SignedInMember;
beforeAll(async () => {
  me = await oneMember(kampus);
});

const idsBy = async (query: Record<string, string>, { token } = me) =>
  (await kampus.get("/api/ru/users", { token, query })).json<PeopleList>().data.map(({ id }) => id);
/** The index as it is, and as it would be rebuilt now. */
const index = () => kampus.db.selectFrom("people").selectAll().orderBy("user_id").execute();
async function remade() {
  await sql`SELECT index_people(ARRAY(SELECT id FROM users))`.execute(kampus.db);
  return index();
}

describe("the index of people follows", () => {
  it("educations that are added, changed and deleted", async () => {
    const member = await oneMember(kampus);
    const at = (objectId: number, years: Record<string, string> = {}) =>
      idsBy({ object_id: String(objectId), ...years });
    const id = await insertTestEducation(kampus, member, { object_id: 11 });
    expect(await at(11)).toEqual([member.id]);
    const change = (columns: object) =>
      kampus.db.updateTable("educations").set(columns).where("id", "=", id).execute();
    await change({ object_id: 12 });
    expect([await at(11), await at(12)]).toEqual([[], [member.id]]);
    await change({ start_year: 1990, end_year: 1991 });
    expect(await at(12, { start: "1992" })).toEqual([]);
    await change({ end_year: null });
    expect(await at(12, { start: "1992" })).toEqual([member.id]);
    const other = await oneMember(kampus);
    await change({ user_id: other.id });
    expect(await at(12)).toEqual([other.id]);
    await kampus.db.deleteFrom("educations").where("id", "=", id).execute();
    expect(await at(12)).toEqual([]);
  });

  it("jobs that are added, changed and deleted", async () => {
    const member = await oneMember(kampus);
    const as = (positionId: number) => idsBy({ position_id: String(positionId) });
    const id = await insertTestJob(kampus, member, { position_id: 103 });
    expect(await as(103)).toEqual([member.id]);
    await kampus.db.updateTable("jobs").set({ position_id: 104 }).where("id", "=", id).execute();
    expect([await as(103), await as(104)]).toEqual([[], [member.id]]);
    await kampus.db.deleteFrom("jobs").where("id", "=", id).execute();
    expect(await as(104)).toEqual([]);
  });

  it("members who confirm their address, are renamed, deleted and restored", async () => {
    const [member] = await insertMembers(kampus, [{ name: "Ниҳон", verified: false }]);
    await insertTestEducation(kampus, member, { object_id: 13 });
    const seen = async () => [await idsBy({ q: "Nihon" }), await idsBy({ object_id: "13" })];
    expect(await seen()).toEqual([[], []]);
    await kampus.updateMember(member, { verified_at: new Date() });
    expect(await seen()).toEqual([[member.id], [member.id]]);
    await kampus.updateMember(member, { search_name: "boshka" });
    expect([await seen(), await idsBy({ q: "Бошқа" })]).toEqual([[[], [member.id]], [member.id]]);
    await kampus.updateMember(member, { deleted_at: new Date() });
    expect([await seen(), await idsBy({ q: "Бошқа" })]).toEqual([[[], []], []]);
    await kampus.updateMember(member, { deleted_at: null });
    expect(await idsBy({ q: "Бошқа" })).toEqual([member.id]);
    await kampus.db.deleteFrom("users").where("id", "=", member.id).execute();
    expect(await idsBy({ q: "Бошқа" })).toEqual([]);
  });

  it("a region that is moved below another", async () => {
    const member = await oneMember(kampus);
    await insertTestEducation(kampus, member, { region_id: 1718206 });
    const move = (parent_id: number) =>
      kampus.db.updateTable("regions").set({ parent_id }).where("id", "=", 1718206).execute();
    expect(await idsBy({ region_id: "1718" })).toContain(member.id);
    await move(1703);
    expect(await idsBy({ region_id: "1718" })).not.toContain(member.id);
    expect(await idsBy({ region_id: "1703" })).toContain(member.id);
    await move(1718);
    expect(await idsBy({ region_id: "1718" })).toContain(member.id);
  });

  it("concurrent writes about one member", async () => {
    const member = await oneMember(kampus);
    const objects = [21, 22, 23, 24, 25, 26];
    await Promise.all(
      objects.map((object_id) => insertTestEducation(kampus, member, { object_id })),
    );
    for (const object of objects)
      expect(await idsBy({ object_id: String(object) })).toEqual([member.id]);
  });

  it("everything that the earlier tests have written, as if it were rebuilt", async () => {
    expect(await index()).toEqual(await remade());
  });

  it("nothing while a transaction has switched it off, and then the members that it is given", async () => {
    const { id } = await kampus.db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('kampus.people_index', 'off', true)`.execute(trx);
      const [member] = await insertMembers({ ...kampus, db: trx }, [{ name: "Тўплам" }]);
      await insertTestJob({ db: trx }, member);
      return member;
    });
    expect(await idsBy({ q: "Toʻplam" })).toEqual([]);
    await sql`SELECT index_people(ARRAY[${id}::int])`.execute(kampus.db);
    expect(await idsBy({ q: "Toʻplam", position_id: "101" })).toEqual([id]);
    await insertTestJob(kampus, { id }, { position_id: 105 });
    expect(await idsBy({ position_id: "105" })).toEqual([id]);
  });
});

describe("names", () => {
  it("that an older version of Kampus has indexed are indexed anew at the start", async () => {
    const [member] = await insertMembers(kampus, [{ surname: "Ўтганов", name: "Эски" }]);
    const before = await index();
    await kampus.updateMember(member, { search_name: "ўтганов эски азизович" });
    expect(await idsBy({ q: "Oʻtganov" })).toEqual([]);
    await kampus.db.deleteFrom("people").execute();
    await remakeSearchNames(kampus.db);
    expect(await idsBy({ q: "Oʻtganov" })).toEqual([]);
    await kampus.db.updateTable("search_names").set({ version: 0 }).execute();
    await remakeSearchNames(kampus.db);
    expect(await idsBy({ q: "Oʻtganov Eski" })).toEqual([member.id]);
    expect(await index()).toEqual(before);
  });

  it("that a newer version of Kampus has indexed are left as they are by a release that is rolled back to", async () => {
    const [member] = await insertMembers(kampus, [{ surname: "Янгиев" }]);
    const newer = "made by a newer version";
    await kampus.updateMember(member, { search_name: newer });
    const marked = { version: searchableVersion + 1, up_to: 0 };
    await kampus.db.updateTable("search_names").set(marked).execute();
    await remakeSearchNames(kampus.db);
    expect(await areSearchNamesStale(kampus.db)).toBe(false);
    const names = kampus.db.selectFrom("users").select("search_name").where("id", "=", member.id);
    expect(await names.executeTakeFirst()).toEqual({ search_name: newer });
    expect(await kampus.db.selectFrom("search_names").selectAll().executeTakeFirst()).toMatchObject(
      marked,
    );

    // A newer release goes on from there.
    await kampus.db.updateTable("search_names").set({ version: searchableVersion }).execute();
    expect(await areSearchNamesStale(kampus.db)).toBe(true);
    await remakeSearchNames(kampus.db);
    expect(await idsBy({ q: "Yangiyev" })).toEqual([member.id]);
  });
});

describe("a word longer than its indexed beginnings", () => {
  it("is found even where each of its letters takes two characters", async () => {
    const surname = `a${"𐐨𐐩".repeat(12)}`;
    const member = await oneMember(kampus, { surname });
    expect(await idsBy({ q: surname })).toEqual([member.id]);
  });
});

describe("people between whom there is a block", () => {
  it("do not find each other, by name, filter or in the list of everybody", async () => {
    const other = await oneMember(kampus, { name: "Ғойиб" });
    await insertTestEducation(kampus, other, { object_id: 31 });
    const [one] = [await oneMember(kampus, { name: "Кўринмас" })];
    await insertTestEducation(kampus, one, { object_id: 31 });
    expect(await idsBy({ object_id: "31" }, one)).toEqual([other.id]);
    await testProfiles(kampus).block(one, other);
    for (const [viewer, unseen, q] of [
      [one, other, "goyib"],
      [other, one, "korinmas"],
    ] as const) {
      expect(await idsBy({ q }, viewer)).toEqual([]);
      expect(await idsBy({ object_id: "31" }, viewer)).toEqual([]);
      expect(await idsBy({}, viewer)).not.toContain(unseen.id);
    }
    expect(await idsBy({ object_id: "31" })).toEqual([one.id, other.id]);
  });
});
