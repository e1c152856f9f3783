import { beforeEach, describe, expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
const profiles = testProfiles(kampus);
let me: SignedInMember;
let other: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;
beforeEach(async () => {
  institution += 1;
  [me, other] = await signedInMembers(kampus, 2);
});

const suggestedTo = async ({ token }: SignedInMember) =>
  (await dataFrom<Home>(kampus.get("/api/ru/home", { token }))).suggestions;

describe("suggestions on the home page", () => {
  it("are the three likeliest with their reasons, as the list of all has them", async () => {
    await past.studied(me, institution, [2004, 2014]);
    const classmates = await insertMembers(kampus, [{}, {}, {}, {}]);
    await past.allStudied(
      institution,
      classmates.map((member) => ({ member, years: [2004, 2014] })),
    );
    const friend = await oneMember(kampus);
    const [known] = classmates;
    await profiles.befriend(me, friend);
    await profiles.befriend(friend, known);
    const suggestions = await suggestedTo(me);
    const all = await kampus.get("/api/ru/users/suggestions", { token: me.token });
    expect(suggestions).toEqual(all.json<{ data: object[] }>().data.slice(0, 3));
    expect(suggestions[0]?.reasons.map(({ kind }) => kind)).toEqual([
      "classmate",
      "mutual_friends",
    ]);
  });

  it("begin with the member of the reader's study group, though many of the same years came later", async () => {
    const inGroup = (member: SignedInMember, study_group: string | null) =>
      insertTestEducation(kampus, member, {
        object_id: institution,
        start_year: 2004,
        end_year: 2014,
        study_group,
        study_group_key: study_group && studyGroupKey(study_group),
      });
    await inGroup(me, "11-А");
    const [ofGroup, ...newer] = await signedInMembers(kampus, 10);
    await inGroup(ofGroup, "11-А");
    for (const member of newer) await inGroup(member, "11-Б");
    const suggestions = await suggestedTo(me);
    expect(suggestions[0]?.id).toBe(ofGroup.id);
    const all = await kampus.get("/api/ru/users/suggestions", { token: me.token });
    expect(suggestions).toEqual(all.json<{ data: object[] }>().data.slice(0, 3));
  });

  it("are of the reader's study group, then of the class, then of other years, however many friends the others have in common with the reader", async () => {
    const educated = (member: SignedInMember, years: [number, number], study_group: string) =>
      insertTestEducation(kampus, member, {
        object_id: institution,
        start_year: years[0],
        end_year: years[1],
        study_group,
        study_group_key: studyGroupKey(study_group),
      });
    const [ofGroup, ofClass, ofOtherYears, ofFriends, ...friends] = await signedInMembers(
      kampus,
      7,
    );
    await educated(me, [2004, 2014], "11-А");
    await educated(ofGroup, [2004, 2014], "11-А");
    await educated(ofClass, [2004, 2014], "11-Б");
    await educated(ofOtherYears, [2006, 2016], "11-А");
    for (const friend of friends) {
      await profiles.befriend(me, friend);
      for (const one of [ofClass, ofOtherYears, ofFriends]) await profiles.befriend(friend, one);
    }
    const likeliest = [ofGroup, ofClass, ofOtherYears].map(({ id }) => id);
    expect((await suggestedTo(me)).map(({ id }) => id)).toEqual(likeliest);
    const all = await dataFrom<{ id: number }[]>(
      kampus.get("/api/ru/users/suggestions", { token: me.token }),
    );
    expect(all.map(({ id }) => id)).toEqual([...likeliest, ofFriends.id]);
  });

  it("begin with a member of the reader's class who came to the school many years earlier", async () => {
    await past.studied(me, institution, [2010, 2014]);
    const [ofClass, ...others] = await signedInMembers(kampus, 12);
    await past.studied(ofClass, institution, [2000, 2014]);
    await past.allStudied(
      institution,
      others.map((member, index) => ({ member, years: [2009 + (index % 4), 2015] })),
    );
    const suggestions = await suggestedTo(me);
    expect(suggestions[0]?.id).toBe(ofClass.id);
    const all = await kampus.get("/api/ru/users/suggestions", { token: me.token });
    expect(suggestions).toEqual(all.json<{ data: object[] }>().data.slice(0, 3));
  });

  it("know the school of a member with many later educations", async () => {
    await past.studied(me, institution, [1994, 2004]);
    await past.studied(other, institution, [1994, 2004]);
    for (const start of [2005, 2009, 2011, 2013, 2015, 2017])
      await past.studied(me, 150, [start, start + 1]);
    expect((await suggestedTo(me)).map(({ id }) => id)).toEqual([other.id]);
  });

  it("are none who hide from them, and none of a hidden friendship", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await past.studied(other, institution, [2004, 2014]);
    await profiles.hide(other, { suggestions: "nobody" });
    expect(await suggestedTo(me)).toEqual([]);
  });
});

it("who came by an invitation and who sent it are the first suggestion to each other at home, unless a block stands between them", async () => {
  const [inviter, newcomer] = [me, other];
  const classmates = await insertMembers(kampus, [{}, {}, {}]);
  await past.allStudied(
    institution,
    [inviter, ...classmates].map((member) => ({ member, years: [2004, 2014] })),
  );
  const invitations = testInvitations(kampus);
  const { code } = await invitations.made(inviter);
  await invitations.accept(code, newcomer);
  const suggested = await suggestedTo(inviter);
  expect(suggested).toHaveLength(3);
  expect(suggested[0]).toMatchObject({ id: newcomer.id, reasons: [{ kind: "invited" }] });
  expect(await suggestedTo(newcomer)).toMatchObject([
    { id: inviter.id, reasons: [{ kind: "inviter" }] },
  ]);
  await profiles.block(newcomer, inviter);
  expect((await suggestedTo(inviter)).map(({ id }) => id)).not.toContain(newcomer.id);
  expect(await suggestedTo(newcomer)).toEqual([]);
});
