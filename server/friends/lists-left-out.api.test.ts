import { beforeAll, describe, expect, it } from "vitest";
import type { FriendCounts, FriendList } from "#lib/friends/schema.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const call = testFriendships(kampus);

describe("a member who is left out of a list", () => {
  let member: SignedInMember;
  let viewer: SignedInMember;
  let ids: number[];
  beforeAll(async () => {
    viewer = await oneMember(kampus);
    // On both sides of the member: some were there before them.
    const before = await insertMembers(kampus, Array<object>(40).fill({}));
    member = await oneMember(kampus);
    const after = await insertMembers(kampus, Array<object>(40).fill({}));
    ids = [...before, ...after].map(({ id }) => id);
    await kampus.db
      .insertInto("friendships")
      .values(
        ids.map((id, index) => ({
          low_user: Math.min(id, member.id),
          high_user: Math.max(id, member.id),
          requested_by: id,
          accepted_at: new Date(1_700_000_000_000 + ((index * 7) % ids.length) * 1000),
        })),
      )
      .execute();
  });

  const pagesOf = async (who: SignedInMember, path: string) => {
    const pages: number[][] = [];
    let cursor: string | null | undefined;
    do {
      const answer = await kampus.get(`/api/ru/${path}`, {
        token: who.token,
        query: cursor ? { cursor } : {},
      });
      const page = answer.json<FriendList>();
      pages.push(page.data.map(({ id }) => id));
      cursor = page.meta.next;
    } while (cursor);
    return pages;
  };

  it("leaves its pages full, whether blocked by the reader or deleted; the profile shows the length of the list", async () => {
    const blocked = ids.filter((_, index) => index % 8 === 0);
    const blocking = ids.filter((_, index) => index % 8 === 1);
    const gone = ids.filter((_, index) => index % 8 === 2);
    await kampus.db
      .insertInto("blocks")
      .values([
        ...blocked.map((id) => ({ blocker_id: viewer.id, blocked_id: id })),
        ...blocking.map((id) => ({ blocker_id: id, blocked_id: viewer.id })),
      ])
      .execute();
    await kampus.db
      .updateTable("users")
      .set({ deleted_at: new Date() })
      .where("id", "in", gone)
      .execute();

    const own = await pagesOf(member, "profile/friends/active");
    expect(own.map((page) => page.length)).toEqual([30, 30, 10]);
    expect(new Set(own.flat())).toEqual(new Set(ids.filter((id) => !gone.includes(id))));
    const left = new Set([...blocked, ...blocking, ...gone]);
    const seen = await pagesOf(viewer, `user/${member.id}/profile/friends`);
    expect(seen.map((page) => page.length)).toEqual([30, 20]);
    expect(seen.flat()).toEqual(own.flat().filter((id) => !left.has(id)));
    for (const [who, length] of [
      [member, 70],
      [viewer, 50],
    ] as const) {
      const { token } = who;
      const profile = await kampus.get(`/api/ru/user/${member.id}`, { token });
      expect(profile.json()).toMatchObject({ data: { statistics: { friends: length } } });
      const counts = await kampus.get(`/api/ru/user/${member.id}/statistics`, { token });
      expect(counts.json()).toMatchObject({ data: { friends: length } });
    }
  });
});

describe("the lengths of the lists", () => {
  it("are exact, and count nobody who has deleted their account", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const noNews = { unseen_acceptances: 0 };
    const counts = async (who: SignedInMember) =>
      (
        await kampus.get("/api/en/profile/friends/counts", { token: who.token })
      ).json<FriendCounts>().data;
    expect(await counts(one)).toEqual({ friends: 0, incoming: 0, outgoing: 0, ...noNews });
    const [asking, leaving] = await signedInMembers(kampus, 2);
    const [asked, friend] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    await call(one, "add", asked.id);
    await call(asking, "add", one.id);
    await call(leaving, "add", one.id);
    await call(friend, "add", one.id);
    await call(one, "accept", friend.id);
    expect(await counts(one)).toEqual({ friends: 1, incoming: 2, outgoing: 2, ...noNews });
    expect(await counts(other)).toEqual({ friends: 0, incoming: 1, outgoing: 0, ...noNews });
    await kampus.db
      .updateTable("users")
      .set({ deleted_at: new Date() })
      .where("id", "in", [leaving.id, friend.id, asked.id])
      .execute();
    expect(await counts(one)).toEqual({ friends: 0, incoming: 1, outgoing: 1, ...noNews });
  });
});
