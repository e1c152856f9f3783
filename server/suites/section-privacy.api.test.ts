import { beforeAll, describe, expect, it } from "vitest";
import type { ClassDetails, ClassList } from "#lib/classes/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { testEntries, studies, works } from "#server/testing/data/educations-and-jobs.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

/**
 * A member with a section of each kind, and others: of their class, of their school at another time, a friend, a
 * stranger.
 */
async function people() {
  const profiles = testProfiles(kampus);
  const [owner, classmate, schoolmate, friend, stranger] = await signedInMembers(kampus, 5);
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
  it.each(["friends", "nobody"] as const)(
    "are shown to friends alone where the educations are shown to %s, since they would tell whose class it is",
    async (educations) => {
      await hide("classmates");
      await testProfiles(kampus).hide(all.owner, { educations });
      const images = (reader: SignedInMember) =>
        get(`/user/${all.owner.id}/profile/images`, reader);
      const readers = [all.friend, all.classmate, all.stranger];
      expect((await Promise.all(readers.map(images))).map(({ length }) => length)).toEqual([
        1, 0, 0,
      ]);
    },
  );

  it("are seen by them and the member, and by neither a schoolmate of another class nor a stranger", async () => {
    await hide("classmates");
    const { owner, classmate, friend, schoolmate, stranger } = all;
    for (const reader of [owner, classmate, friend]) expect(await seen(reader)).toEqual(whole);
    for (const reader of [schoolmate, stranger]) expect(await seen(reader)).toEqual([]);
  });

  it("are seen by neither who left another institution in that year, nor who began there in another year than those who still study", async () => {
    await hide("classmates");
    const [elsewhere, student, mate, newer] = await signedInMembers(kampus, 4);
    const past = testPast(kampus);
    await past.studied(elsewhere, 65, [2010, 2014]);
    expect(await seen(elsewhere)).toEqual([]);
    await past.allStudied(65, [
      { member: student, years: [2022, null] },
      { member: mate, years: [2022, null] },
      { member: newer, years: [2023, null] },
    ]);
    await testProfiles(kampus).addImage(student);
    await testProfiles(kampus).hide(student, { images: "classmates" });
    const images = async (reader: SignedInMember) =>
      (await get(`/user/${student.id}/profile/images`, reader)).length;
    expect([await images(mate), await images(newer)]).toEqual([1, 0]);
  });

  it("count in the size of the class that the home page invites to, as on the page of that class", async () => {
    await hide("nobody");
    const { token } = all.classmate;
    const { invite } = await dataFrom<Home>(kampus.get("/api/en/home", { token }));
    const path = `/api/en/objects/${invite?.object.id}/classes/${invite?.key}`;
    const { total } = await dataFrom<ClassDetails>(kampus.get(path, { token }));
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
      return (
        await dataFrom<{ ties?: object[] }>(kampus.get(`/api/en/user/${owner.id}`, classmate))
      ).ties;
    };
    await hide("everyone");
    expect(await ties()).toHaveLength(2);
    await hide("nobody");
    expect(await ties()).toBeUndefined();
  });
});

describe("a member who blocks another", () => {
  const studied = (member: SignedInMember, object_id: number) =>
    insertTestEducation(kampus, member, {
      object_id,
      start_year: 2003,
      end_year: 2014,
      study_group: "11-А",
      study_group_key: studyGroupKey("11-А"),
    });

  /** Every number of members that is told to the reader of an institution: of it, its class, its group, in links and at home. */
  async function numbersOf(objectId: number) {
    const [reader, hiding, inviter] = await signedInMembers(kampus, 3);
    for (const member of [reader, hiding, inviter]) await studied(member, objectId);
    const invitations = testInvitations(kampus);
    const place = { object_id: objectId, class_key: "2014" };
    const link = await invitations.made(inviter, { kind: "class", ...place });
    const group = await testMessenger(kampus).group(inviter, "Химия", [hiding]);
    const groupLink = await invitations.made(inviter, { kind: "group", chat_id: group.id });
    const read = async <T>(path: string) =>
      (await kampus.get(`/api/en${path}`, { token: reader.token })).json<T>();
    const told = async () => {
      const list = await read<ClassList>(`/objects/${objectId}/classes`);
      const { data } = await read<{ data: ClassDetails }>(`/objects/${objectId}/classes/2014`);
      const { invite } = (await read<{ data: Home }>("/home")).data;
      return {
        institution: list.meta.total,
        listed: list.data[0]?.total,
        class: data.total,
        group: data.groups[0]?.total,
        home: invite?.total,
        link: (await invitations.opened(link.code, reader)).total,
        groupLink: (await invitations.opened(groupLink.code, reader)).total,
      };
    };
    return { reader, hiding, told };
  }
  const three = { institution: 3, listed: 3, class: 3, group: 3, home: 3, link: 3, groupLink: 2 };

  it.each([
    ["classmates", 61],
    ["friends", 62],
    ["nobody", 63],
  ] as const)(
    "learns from no number where somebody studied who shows it to %s, nor in which group they are",
    async (educations, objectId) => {
      const { reader, hiding, told } = await numbersOf(objectId);
      await testProfiles(kampus).hide(hiding, { educations });
      expect(await told()).toEqual(three);
      await kampus.post(`/api/en/profile/blocks/${hiding.id}`, undefined, { token: reader.token });
      expect(await told()).toEqual(three);
    },
  );

  it("counts those no more who show everybody where they studied", async () => {
    const { reader, hiding, told } = await numbersOf(64);
    await kampus.post(`/api/en/profile/blocks/${hiding.id}`, undefined, { token: reader.token });
    const two = { institution: 2, listed: 2, class: 2, group: 2, home: 2, link: 2 };
    expect(await told()).toEqual({ ...three, ...two });
  });
});
