import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FriendList } from "#lib/friends/schema.ts";
import { insertPeople } from "#server/testing/insert-people.ts";
import { startTestKampus, type TestKampus, type TestMember } from "#server/testing/test-kampus.ts";
import { connectSocket } from "#server/testing/test-socket.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(() => kampus.close());

type Action = "add" | "accept" | "status" | "delete";

const call = (member: TestMember, action: Action, id: number | string) =>
  kampus.post(`/api/en/profile/friends/friendship/${id}/${action}`, undefined, {
    token: member.token,
  });

const statusOf = async (member: TestMember, { id }: { id: number }) =>
  (await call(member, "status", id)).json<{ data: { status: string } }>().data.status;

/** What each is to the other. */
const between = async (one: TestMember, other: TestMember) => [
  await statusOf(one, other),
  await statusOf(other, one),
];

const rowsOf = ({ id: one }: TestMember, { id: other }: TestMember) =>
  kampus.db
    .selectFrom("friendships")
    .selectAll()
    .where("low_user", "=", Math.min(one, other))
    .where("high_user", "=", Math.max(one, other))
    .execute();

const list = async (member: TestMember, path: string, query: Record<string, string> = {}) => {
  const answer = await kampus.get(`/api/ru/profile/friends/${path}`, {
    token: member.token,
    query,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<FriendList>();
};

const two = () => Promise.all([kampus.member(), kampus.member()]);

describe("a friendship", () => {
  it("goes from none by a request to friends, and both see it the same way", async () => {
    const [one, other] = await two();
    expect(await between(one, other)).toEqual(["none", "none"]);

    const asked = await call(one, "add", other.id);
    expect([asked.statusCode, asked.json()]).toEqual([
      200,
      { message: "Request sent", data: { status: "outgoing" } },
    ]);
    expect(await between(one, other)).toEqual(["outgoing", "incoming"]);

    const accepted = await call(other, "accept", one.id);
    expect([accepted.statusCode, accepted.json()]).toEqual([
      200,
      { message: "Request accepted", data: { status: "friends" } },
    ]);
    expect(await between(one, other)).toEqual(["friends", "friends"]);
  });

  it("is made when the one who was asked adds the other", async () => {
    const [one, other] = await two();
    await call(one, "add", other.id);
    expect((await call(other, "add", one.id)).json()).toMatchObject({
      message: "Request accepted",
      data: { status: "friends" },
    });
  });

  it.each([
    ["cancels one's own request", "asker", "Request cancelled"],
    ["rejects the other's request", "asked", "Request declined"],
  ])("delete %s, and either may ask again", async (_title, who, message) => {
    const [one, other] = await two();
    await call(one, "add", other.id);
    const [deleter, left] = who === "asker" ? [one, other] : [other, one];
    expect((await call(deleter, "delete", left.id)).json()).toEqual({
      message,
      data: { status: "none" },
    });
    expect(await between(one, other)).toEqual(["none", "none"]);
    await call(other, "add", one.id);
    expect(await between(one, other)).toEqual(["incoming", "outgoing"]);
  });

  it("ends for both when either deletes it", async () => {
    const [one, other] = await two();
    await call(one, "add", other.id);
    await call(other, "accept", one.id);
    expect((await call(one, "delete", other.id)).json()).toEqual({
      message: "Removed from friends",
      data: { status: "none" },
    });
    expect(await between(one, other)).toEqual(["none", "none"]);
  });

  it("does not change when a call is repeated", async () => {
    const [one, other] = await two();
    await call(one, "add", other.id);
    expect((await call(one, "add", other.id)).json()).toMatchObject({
      data: { status: "outgoing" },
    });
    await call(other, "accept", one.id);
    const [before] = await rowsOf(one, other);
    expect((await call(other, "accept", one.id)).statusCode).toBe(200);
    expect((await call(one, "add", other.id)).json()).toMatchObject({ data: { status: "friends" } });
    expect(await rowsOf(one, other)).toEqual([before]);
  });

  it("is accepted by nobody but the addressee", async () => {
    const [one, other] = await two();
    const stranger = await kampus.member();
    await call(one, "add", other.id);
    const [byAsker, byStranger] = await Promise.all([
      call(one, "accept", other.id),
      call(stranger, "accept", one.id),
    ]);
    expect([byAsker.statusCode, byAsker.json()]).toMatchObject([409, { code: "conflict" }]);
    expect([byStranger.statusCode, byStranger.json()]).toMatchObject([404, { code: "not_found" }]);
    expect(await between(one, other)).toEqual(["outgoing", "incoming"]);
    expect(await between(stranger, one)).toEqual(["none", "none"]);
  });

  it("that is not there can be neither accepted nor deleted", async () => {
    const [one, other] = await two();
    expect((await call(one, "accept", other.id)).statusCode).toBe(404);
    expect((await call(one, "delete", other.id)).statusCode).toBe(404);
  });
});

describe("the other member of a friendship call", () => {
  it("is never oneself, whose status is self", async () => {
    const { token, id } = await kampus.member();
    const member = { token, id } as TestMember;
    expect(await statusOf(member, member)).toBe("self");
    for (const action of ["add", "accept", "delete"] as const) {
      const answer = await call(member, action, id);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: "invalid", errors: { id: ["Invalid value"] } },
      ]);
    }
  });

  it.each(["add", "accept", "status", "delete"] as const)(
    "answers 404 to %s alike when absent, unverified or not an id",
    async (action) => {
      const member = await kampus.member();
      const unverified = await kampus.signUp();
      const ids = [2_147_483_647, unverified.id, 0, -1, "1e3", "9999999999", "99999999999999999999"];
      ids.push("1.5", "abc", "%00", "%20", "+1", "0x10", "null", "%D9%A1");
      const answers = await Promise.all(ids.map((id) => call(member, action, id)));
      for (const answer of answers)
        expect([answer.statusCode, answer.json()]).toEqual([
          404,
          { message: "Nothing found", code: "not_found" },
        ]);
    },
  );
});

describe("friendship calls and lists", () => {
  it("are for verified members only", async () => {
    const unverified = await kampus.signUp();
    const { id } = await kampus.member();
    const paths = ["active", "to/disactive", "from/disactive"];
    for (const [token, status] of [
      [undefined, 401],
      [unverified.token, 403],
    ] as const) {
      const answers = await Promise.all([
        ...paths.map((path) =>
          kampus.get(`/api/ru/profile/friends/${path}`, token ? { token } : {}),
        ),
        ...["add", "accept", "status", "delete"].map((action) =>
          kampus.post(
            `/api/ru/profile/friends/friendship/${id}/${action}`,
            {},
            token ? { token } : {},
          ),
        ),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => status));
    }
  });
});

describe("members who race", () => {
  it("make one friendship of 50 mutual adds and accepts, without a 5xx", async () => {
    const [one, other] = await two();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [one, other] : [other, one];
        return call(from, index % 5 === 4 ? "accept" : "add", to.id);
      }),
    );
    expect(answers.filter((answer) => answer.statusCode >= 500)).toEqual([]);
    expect(await rowsOf(one, other)).toHaveLength(1);
    expect(await between(one, other)).toEqual(["friends", "friends"]);
  });

  it("see accept beside cancel end in friends or in none, the same for both", async () => {
    const [one, other] = await two();
    for (let round = 0; round < 10; round += 1) {
      await call(one, "add", other.id);
      const answers = await Promise.all([
        call(other, "accept", one.id),
        call(one, "delete", other.id),
        call(other, "accept", one.id),
        call(one, "delete", other.id),
      ]);
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
      const outcome = await between(one, other);
      expect([
        ["friends", "friends"],
        ["none", "none"],
      ]).toContainEqual(outcome);
      if (outcome[0] === "friends") await call(one, "delete", other.id);
    }
  });
});

describe("lists of friends", () => {
  let member: TestMember;
  const [friends, asked, asking] = [65, 31, 32];
  beforeAll(async () => {
    member = await kampus.member();
    const ids = await insertPeople(
      kampus,
      Array.from({ length: friends + asked + asking }, (_, index) => ({
        surname: index === 3 ? "Ёлкина" : "Саидов",
      })),
    );
    const rows = ids.map((id, index) => ({
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

  it("hold by kind only what belongs there", async () => {
    const [one, other] = await two();
    const ids = async (who: TestMember) =>
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

  it("show of a friend what others may see and nothing else", async () => {
    const [one, other] = await two();
    await call(one, "add", other.id);
    const { data } = await list(one, "to/disactive");
    expect(data).toEqual([
      {
        id: other.id,
        friend: {
          id: other.id,
          fullname: other.user.fullname,
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
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: "invalid", errors: { cursor: ["Invalid value"] } },
      ]);
    },
  );
});

describe("the event friendship", () => {
  it("tells both members how many requests wait, on connect and at every change", async () => {
    const [one, other] = await two();
    const [asker, asked] = await Promise.all([
      connectSocket(kampus, { token: one.token }),
      connectSocket(kampus, { token: other.token }),
    ]);
    const pending = (device: typeof asker) =>
      device.payloadsOf<{ pending: number }>("friendship").at(-1)?.pending;
    const stranger = await kampus.member();
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 0]);
    await call(one, "add", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 1]);
    await call(stranger, "add", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 2]);
    await call(other, "accept", one.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 1]);
    await call(stranger, "delete", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 0]);
    asker.socket.close();
    asked.socket.close();
  });
});
