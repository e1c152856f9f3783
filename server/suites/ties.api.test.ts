import { beforeEach, describe, expect, it } from "vitest";
import type { Tie } from "#lib/auth/tie-schema.ts";
import type { FriendList } from "#lib/friends/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testSuggestions } from "#server/testing/data/test-suggestions.ts";

const kampus = kampusForFile();
const suggestions = testSuggestions(kampus);
const past = testPast(kampus);
const profiles = testProfiles(kampus);
/** An institution of which nobody is a member yet, for each test. */
let institution = 1;
let me: SignedInMember;
let other: SignedInMember;
let friend: SignedInMember;
beforeEach(async () => {
  institution += 1;
  [me, other, friend] = await signedInMembers(kampus, 3);
});

const ask = async <Answer>(path: string): Promise<Answer> => {
  return dataFrom<Answer>(kampus.get(`/api/en/${path}`, me));
};
const onProfile = async () => (await ask<MemberProfile>(`user/${other.id}`)).ties;
const onRequest = async () => {
  const requests = await ask<FriendList["data"]>("profile/friends/from/disactive");
  return requests.find(({ id }) => id === other.id)?.ties;
};
const onHome = async () => {
  const { requests } = await ask<Home>("home");
  const ties = requests.find(({ id }) => id === other.id)?.ties;
  return ties?.length ? ties : undefined;
};
const kinds = (ties: Tie[] | undefined) => ties?.map(({ kind }) => kind);

describe.each([
  ["the page of another member", onProfile, async () => {}],
  ["a request", onRequest, () => profiles.ask(other, me)],
  ["a request on the home page", onHome, () => profiles.ask(other, me)],
] as const)("on %s", (_place, shown, prepare) => {
  beforeEach(() => prepare());

  it("are the years in which both studied at one institution, never the other's alone", async () => {
    await past.studied(me, institution, [2015, 2018]);
    await past.studied(other, institution, [2017, 2021]);
    expect(await shown()).toEqual([
      {
        kind: "classmate",
        object: { id: institution, name: expect.any(String) as string },
        start: 2017,
        end: 2018,
      },
    ]);
  });

  it("are the institution alone where they studied at different times", async () => {
    await past.studied(me, institution, [2005, 2009]);
    await past.studied(other, institution, [2009, 2014]);
    expect(kinds(await shown())).toEqual(["schoolmate"]);
  });

  it("are mutual friends whom the reader can meet", async () => {
    await suggestions.introduce(me, friend, other);
    expect(await shown()).toMatchObject([
      { kind: "mutual_friends", count: 1, friends: [{ id: friend.id }] },
    ]);
    await kampus.updateMember(friend, { deleted_at: new Date() });
    expect(await shown()).toBeUndefined();
  });

  it.each(["friend", "other"] as const)(
    "stand no friends in common where %s hides theirs",
    async (who) => {
      await suggestions.introduce(me, friend, other);
      await profiles.hide(who === "friend" ? friend : other, { friends: "nobody" });
      expect(await shown()).toBeUndefined();
    },
  );

  it("are empty for members who have nothing in common", async () => {
    await past.studied(me, institution, [2005, 2009]);
    await past.studied(other, institution + 1, [2005, 2009]);
    expect(await shown()).toBeUndefined();
  });
});

it("on a page of requests are each member's own", async () => {
  await past.studied(me, institution, [2005, 2009]);
  await past.studied(friend, institution, [2005, 2009]);
  await profiles.ask(other, me);
  await profiles.ask(friend, me);
  const requests = await ask<FriendList["data"]>("profile/friends/from/disactive");
  expect(requests.map(({ id, ties }) => [id, kinds(ties)])).toEqual([
    [friend.id, ["classmate"]],
    [other.id, undefined],
  ]);
});
