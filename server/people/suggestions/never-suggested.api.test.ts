import { beforeEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
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

describe("suggestions never show", () => {
  beforeEach(async () => {
    await suggestions.classmates(institution, me, other);
    await suggestions.introduce(me, friend, other);
    expect(await suggestions.idsTo(me)).toEqual([other.id]);
  });

  it("friends or members with a request either way", async () => {
    await profiles.befriend(me, other);
    expect(await suggestions.idsTo(me)).toEqual([]);
    const [asked, asking] = await signedInMembers(kampus, 2);
    await suggestions.classmates(institution, asked, asking);
    expect(await suggestions.idsTo(me)).toEqual([asking.id, asked.id]);
    await profiles.ask(me, asked);
    await profiles.ask(asking, me);
    expect(await suggestions.idsTo(me)).toEqual([]);
  });

  it.each(["I have blocked", "has blocked me"])("a member whom %s", async (who) => {
    await (who === "I have blocked" ? profiles.block(me, other) : profiles.block(other, me));
    expect([await suggestions.idsTo(me), await suggestions.idsTo(other)]).toEqual([[], []]);
  });

  it("a member who does not want to be suggested, who still gets suggestions", async () => {
    await profiles.hide(other, { suggestions: "nobody" });
    expect([await suggestions.idsTo(me), await suggestions.idsTo(other)]).toEqual([[], [me.id]]);
  });

  it("deleted accounts or members who have not confirmed their address", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    await suggestions.classmates(institution, unverified);
    expect(await suggestions.idsTo(me)).toEqual([other.id]);
    await kampus.updateMember(other, { deleted_at: new Date() });
    expect(await suggestions.idsTo(me)).toEqual([]);
  });

  it("the member to themselves", async () => {
    await past.studied(me, institution, [2004, 2008]);
    expect(await suggestions.idsTo(me)).toEqual([other.id]);
  });
});

describe("mutual friends are given as a reason", () => {
  beforeEach(() => suggestions.introduce(me, friend, other));

  const count = async () =>
    (await suggestions.reasonsTo(me, other))?.map(({ kind }) => kind) ?? null;

  it.each([
    ["the friend shows theirs to everyone", "friend", "everyone", ["mutual_friends"]],
    ["the friend shows theirs to friends", "friend", "friends", ["mutual_friends"]],
    ["the friend hides theirs", "friend", "nobody", null],
    ["the one who is suggested shows theirs to friends", "other", "friends", null],
    ["the one who is suggested hides theirs", "other", "nobody", null],
  ] as const)(
    "only if both of them let the reader see their friends: %s",
    async (_title, who, friends, kinds) => {
      await profiles.hide(who === "friend" ? friend : other, { friends });
      expect(await count()).toEqual(kinds);
    },
  );

  it("beside another reason only if they are not hidden", async () => {
    await suggestions.classmates(institution, me, other);
    expect(await count()).toEqual(["classmate", "mutual_friends"]);
    await profiles.hide(other, { friends: "nobody" });
    expect(await count()).toEqual(["classmate"]);
  });

  it("without a friend who has left", async () => {
    await kampus.updateMember(friend, { deleted_at: new Date() });
    expect(await count()).toBe(null);
  });
});
