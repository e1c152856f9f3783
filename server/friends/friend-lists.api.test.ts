import { beforeAll, describe, expect, it } from "vitest";
import type { FriendList } from "#lib/friends/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
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

const list = async (member: SignedInMember, path: string, query: Record<string, string> = {}) => {
  const answer = await kampus.get(`/api/ru/profile/friends/${path}`, {
    token: member.token,
    query,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<FriendList>();
};

describe("lists of friends", () => {
  let member: SignedInMember;
  const [friends, asked, asking] = [65, 31, 32];
  beforeAll(async () => {
    member = await oneMember(kampus);
    const members = await insertMembers(
      kampus,
      Array.from({ length: friends + asked + asking }, (_, index) => ({
        surname: index === 3 ? "Ёлкина" : "Саидов",
      })),
    );
    const rows = members.map(({ id }, index) => ({
      low_user: Math.min(id, member.id),
      high_user: Math.max(id, member.id),
      requested_by: index < friends + asked ? member.id : id,
      accepted_at: index < friends ? new Date(1_700_000_000_000 + Math.floor(index / 2)) : null,
    }));
    await kampus.db.insertInto("friendships").values(rows).execute();
  });

  const whole = async (path: string) => {
    const pages: FriendList[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(member, path, cursor ? { cursor } : {});
      pages.push(page);
      cursor = page.meta.next;
    } while (cursor);
    return pages;
  };

  it.each([
    ["active", friends],
    ["to/disactive", asked],
    ["from/disactive", asking],
  ])("page %s by 30, newest first, each once even where times are equal", async (path, count) => {
    const pages = await whole(path);
    expect(pages.slice(0, -1).map((page) => page.data.length)).toEqual(
      Array<number>(Math.ceil(count / 30) - 1).fill(30),
    );
    const items = pages.flatMap((page) => page.data);
    expect(new Set(items.map(({ id }) => id)).size).toBe(count);
    expect(items).toHaveLength(count);
    expect(items.every(({ id, friend }) => id === friend.id)).toBe(true);
    const times = items.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it("hold friends, incoming and outgoing requests apart", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const ids = async (who: SignedInMember) =>
      Promise.all(
        ["active", "to/disactive", "from/disactive"].map(async (path) =>
          (await list(who, path)).data.map(({ id }) => id),
        ),
      );
    await call(one, "add", other.id);
    expect([await ids(one), await ids(other)]).toEqual([
      [[], [other.id], []],
      [[], [], [one.id]],
    ]);
    await call(other, "accept", one.id);
    expect([await ids(one), await ids(other)]).toEqual([
      [[other.id], [], []],
      [[one.id], [], []],
    ]);
  });

  it("show only what others may see of a friend", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    const { data } = await list(one, "to/disactive");
    expect(data).toEqual([
      {
        id: other.id,
        friend: {
          id: other.id,
          fullname: other.fullname,
          image: null,
          online: false,
          last_seen_at: null,
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      },
    ]);
  });

  it("are searched by words of the name", async () => {
    const found = await list(member, "active", { q: "тим ЕЛКИН" });
    expect(found.data.map(({ friend }) => friend.fullname)).toEqual(["Ёлкина Тимур Азизович"]);
    expect((await list(member, "active", { q: "нетакого" })).data).toEqual([]);
    expect((await list(member, "to/disactive", { q: "елкина" })).data).toEqual([]);
  });

  it.each(["bogus", "W10", "bnVsbA", "WyIyMDI0LTAyLTMwVDAwOjAwOjAwWiIsMV0", "a b", "%", ""])(
    "refuse the forged cursor %j on the field",
    async (cursor) => {
      const answer = await kampus.get("/api/en/profile/friends/active", {
        token: member.token,
        query: { cursor },
      });
      expect(statusAndBody(answer)).toMatchObject([
        422,
        { code: "invalid", errors: { cursor: ["This value is not allowed"] } },
      ]);
    },
  );
});
