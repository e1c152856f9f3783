import { describe, expect, it } from "vitest";
import type { FriendList } from "#lib/friends/schema.ts";
import { faultyFields, nothingFound, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const profiles = testProfiles(kampus);

const path = "/api/en/profile/setting/privacy";
const open = {
  images: "everyone",
  educations: "everyone",
  jobs: "everyone",
  media: "everyone",
  friends: "everyone",
  last_seen: "everyone",
  messages: "everyone",
  suggestions: "everyone",
  birthday: "nobody",
};
const read = async ({ token }: SignedInMember) =>
  (await kampus.get(path, { token })).json<object>();
const save = ({ token }: SignedInMember, body: object) => kampus.put(path, body, { token });

describe("privacy settings", () => {
  it("are open until the member chooses, and are as chosen from then on", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    expect(await read(one)).toEqual({ data: open });
    const chosen = {
      images: "classmates",
      educations: "classmates",
      jobs: "friends",
      friends: "friends",
      media: "nobody",
      last_seen: "friends",
      messages: "nobody",
      suggestions: "nobody",
      birthday: "classmates",
    };
    expect(statusAndBody(await save(one, chosen))).toEqual([
      200,
      { message: "Privacy settings saved", data: chosen },
    ]);
    expect(await read(one)).toEqual({ data: chosen });
    expect(await read(other)).toEqual({ data: open });
  });

  it("change only by named fields, so that two devices do not overwrite each other", async () => {
    const one = await oneMember(kampus);
    await Promise.all([save(one, { media: "nobody" }), save(one, { friends: "friends" })]);
    expect(await read(one)).toEqual({ data: { ...open, media: "nobody", friends: "friends" } });
  });

  it.each([
    [{ media: "all" }, ["media"]],
    [{ friends: "classmates" }, ["friends"]],
    [{ media: "nobody", friends: null }, ["friends"]],
    [{ last_seen: ["nobody"], messages: 1 }, ["last_seen", "messages"]],
    [{ suggestions: "friends" }, ["suggestions"]],
    [{}, Object.keys(open)],
    [{ user_id: 1, verified: true }, Object.keys(open)],
  ])("refuse %j on its fields, and nothing has changed", async (body, fields) => {
    const one = await oneMember(kampus);
    const answer = await save(one, body);
    expect(statusAndBody(answer)).toMatchObject([422, { code: "invalid" }]);
    expect(faultyFields(answer)).toEqual(fields);
    expect(await read(one)).toEqual({ data: open });
  });

  it.each(["null", "[]", '"nobody"', "{"])("refuse the body %s", async (body) => {
    const one = await oneMember(kampus);
    const { token } = one;
    const headers = { "content-type": "application/json" };
    const answer = await kampus.call("PUT", path, { token, headers, body });
    expect(statusAndBody(answer)).toMatchObject([400, { code: "malformed" }]);
  });

  it("belong to each member, an unverified one too", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const unverified = await oneMember(kampus, { verified: false });
    await save(one, { media: "nobody", id: other.id, user_id: other.id });
    expect(await read(other)).toEqual({ data: open });
    expect((await save(unverified, { media: "friends" })).statusCode).toBe(200);
    expect(await read(unverified)).toEqual({ data: { ...open, media: "friends" } });
    expect((await kampus.get(path)).statusCode).toBe(401);
    expect((await kampus.put(path, { media: "friends" })).statusCode).toBe(401);
  });
});

describe("friends of a member", () => {
  const friendsOf = async (viewer: SignedInMember, { id }: { id: number }, query = {}) => {
    const { token } = viewer;
    const answer = await kampus.get(`/api/en/user/${id}/profile/friends`, { token, query });
    expect(answer.statusCode).toBe(200);
    return answer.json<FriendList>();
  };
  const idsOf = async (viewer: SignedInMember, member: { id: number }) =>
    (await friendsOf(viewer, member)).data.map(({ id }) => id);

  it("are shown to those whom the member allows; to others there are none", async () => {
    const [one, friend] = await signedInMembers(kampus, 2);
    const stranger = await oneMember(kampus);
    await profiles.befriend(one, friend);
    await profiles.ask(stranger, one);
    for (const [audience, toFriend, toStranger] of [
      ["everyone", [friend.id], [friend.id]],
      ["friends", [friend.id], []],
      ["nobody", [], []],
    ] as const) {
      await profiles.hide(one, { friends: audience });
      expect(await idsOf(friend, one)).toEqual(toFriend);
      expect(await idsOf(stranger, one)).toEqual(toStranger);
      expect(await idsOf(one, one)).toEqual([friend.id]);
    }
    expect(await friendsOf(stranger, one)).toEqual(await friendsOf(one, stranger));
  });

  it("are found by name and come 30 at a time, each once, as one's own", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    const friends = await signedInMembers(kampus, 31, { name: "Ёркин" });
    for (const friend of friends) await profiles.befriend(friend, one);
    const first = await friendsOf(viewer, one, { q: "еркин" });
    const second = await friendsOf(viewer, one, { q: "еркин", cursor: first.meta.next });
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([30, 1, null]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id))).toEqual(
      new Set(friends.map(({ id }) => id)),
    );
    expect((await friendsOf(viewer, one, { q: "никто" })).data).toEqual([]);
  });

  it("are not found where the member does not exist, hidden or not", async () => {
    const viewer = await oneMember(kampus);
    const unverified = await oneMember(kampus, { verified: false });
    for (const id of [unverified.id, 2_147_483_647, "1e3", "me"]) {
      const answer = await kampus.get(`/api/en/user/${id}/profile/friends`, {
        token: viewer.token,
      });
      expect(statusAndBody(answer)).toEqual(nothingFound);
    }
  });

  it("refuse a forged cursor on its field", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    const answer = await kampus.get(`/api/en/user/${one.id}/profile/friends`, {
      token: viewer.token,
      query: { cursor: "!!!" },
    });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { errors: { cursor: [expect.any(String)] } },
    ]);
  });
});
