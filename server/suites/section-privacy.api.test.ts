import { beforeAll, describe, expect, it } from "vitest";
import type { ClassDetails } from "#lib/classes/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { testEntries, studies, works } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

/**
 * A member with a section of each kind, and others: of their class, of their school at another time, a friend, a
 * stranger.
 */
async function people() {
  const profiles = testProfiles(kampus);
  const [owner, classmate, schoolmate, friend, stranger] = [
    await oneMember(kampus),
    await oneMember(kampus),
    await oneMember(kampus),
    await oneMember(kampus),
    await oneMember(kampus),
  ];
  const educations = testEntries(kampus, "educations", studies);
  await educations.add(owner, { start: 2010, end: 2014 });
  await educations.add(classmate, { start: 2009, end: 2014 });
  await educations.add(schoolmate, { start: 2011, end: 2015 });
  await testEntries(kampus, "jobs", works).add(owner);
  for (const other of [classmate, schoolmate]) await testEntries(kampus, "jobs", works).add(other);
  await profiles.addImage(owner);
  await profiles.addMedia(owner);
  await profiles.befriend(owner, friend);
  return { owner, classmate, schoolmate, friend, stranger };
}

let all: Awaited<ReturnType<typeof people>>;
beforeAll(async () => {
  all = await people();
});
const hide = (audience: "everyone" | "classmates" | "friends" | "nobody") =>
  testProfiles(kampus).hide(all.owner, {
    images: audience,
    educations: audience,
    jobs: audience,
    media: audience,
  });

const get = async (path: string, { token }: SignedInMember, query = {}) => {
  const answer = await kampus.get(`/api/en${path}`, { token, query });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json<{ data: { id: number; education?: unknown; job?: unknown }[] }>().data;
};

const seen = async (reader: SignedInMember) => {
  const sections = ["images", "educations", "jobs", "media"];
  const lists = await Promise.all(
    sections.map((section) => get(`/user/${all.owner.id}/profile/${section}`, reader)),
  );
  return sections.filter((_section, index) => lists[index]?.length);
};
const whole = ["images", "educations", "jobs", "media"];

describe("sections that are shown to classmates and friends", () => {
  it("are seen by them and the member, and by neither a schoolmate of another class nor a stranger", async () => {
    await hide("classmates");
    const { owner, classmate, friend, schoolmate, stranger } = all;
    for (const reader of [owner, classmate, friend]) expect(await seen(reader)).toEqual(whole);
    for (const reader of [schoolmate, stranger]) expect(await seen(reader)).toEqual([]);
  });

  it("count in the size of the class that the home page invites to, as on the page of that class", async () => {
    await hide("nobody");
    const { token } = all.classmate;
    const { invite } = (await kampus.get("/api/en/home", { token })).json<{ data: Home }>().data;
    const path = `/api/en/objects/${invite?.object.id}/classes/${invite?.key}`;
    const { total } = (await kampus.get(path, { token })).json<{ data: ClassDetails }>().data;
    expect(total).toBeGreaterThan(1);
    expect(invite?.total).toBe(total);
  });

  it("are hidden from a classmate across a block", async () => {
    await hide("classmates");
    const { owner } = all;
    const blocked = await oneMember(kampus);
    await testEntries(kampus, "educations", studies).add(blocked);
    expect(await seen(blocked)).toEqual(whole);
    await testProfiles(kampus).block(owner, blocked);
    const answer = await kampus.get(`/api/en/user/${owner.id}/profile/educations`, blocked);
    expect(answer.statusCode).toBe(404);
  });
});

describe("hidden educations and jobs", () => {
  const among = (data: { id: number }[]) => data.some(({ id }) => id === all.owner.id);
  const members = async (reader: SignedInMember) =>
    among(await get(`/objects/${studies.object_id}/members`, reader));
  const inClass = async (reader: SignedInMember) =>
    among(await get(`/objects/${studies.object_id}/classes/2014/members`, reader));
  const found = async (reader: SignedInMember) =>
    among(await get("/users", reader, { object_id: String(studies.object_id) }));
  const suggested = async (reader: SignedInMember) =>
    among(await get("/users/suggestions", reader));

  it("name the member neither among an institution's members, nor in a filtered search, nor as a suggestion", async () => {
    const { schoolmate } = all;
    await hide("everyone");
    expect([
      await members(schoolmate),
      await found(schoolmate),
      await suggested(schoolmate),
    ]).toEqual([true, true, true]);
    await hide("friends");
    expect([
      await members(schoolmate),
      await found(schoolmate),
      await suggested(schoolmate),
    ]).toEqual([false, false, false]);
  });

  it("leave a classmate the member's place among the institution's members", async () => {
    await hide("classmates");
    const { classmate, schoolmate } = all;
    expect([await members(classmate), await members(schoolmate)]).toEqual([true, false]);
    expect([await inClass(classmate), await inClass(schoolmate)]).toEqual([true, false]);
    expect([await suggested(classmate), await suggested(schoolmate)]).toEqual([true, false]);
  });

  it("are not shown with a member who is found by name", async () => {
    await hide("nobody");
    const { owner, classmate } = all;
    const [one] = (await get("/users", classmate, { q: owner.fullname })).filter(
      ({ id }) => id === owner.id,
    );
    expect(one).toMatchObject({ education: null, job: null });
  });

  it("are no tie on the member's page", async () => {
    const { owner, classmate } = all;
    const ties = async () => {
      const answer = await kampus.get(`/api/en/user/${owner.id}`, classmate);
      return answer.json<{ data: { ties?: object[] } }>().data.ties;
    };
    await hide("everyone");
    expect(await ties()).toHaveLength(2);
    await hide("nobody");
    expect(await ties()).toBeUndefined();
  });
});
