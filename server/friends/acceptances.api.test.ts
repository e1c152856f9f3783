import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import type { Acceptance, FriendCounts } from "#lib/friends/schema.ts";
import { countUnseenAcceptances } from "#server/friends/acceptances.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

const call = testFriendships(kampus);

/** Each of the others has accepted a request of `asker`. */
const accepted = async (
  asker: SignedInMember,
  ...others: Pick<SignedInMember, "id" | "token">[]
) => {
  for (const other of others) {
    await call(asker, "add", other.id);
    expect((await call(other, "accept", asker.id)).statusCode).toBe(200);
  }
};

const listed = ({ token }: SignedInMember) =>
  dataFrom<Acceptance[]>(kampus.get("/api/en/profile/friends/accepted", { token }));
const listedIds = async (member: SignedInMember) =>
  (await listed(member)).map(({ id, seen }) => [id, seen ? "seen" : "unseen"]);

const counted = async ({ token }: SignedInMember) =>
  (await kampus.get("/api/en/profile/friends/counts", { token })).json<FriendCounts>().data
    .unseen_acceptances;

const see = ({ token }: SignedInMember, ids: unknown) =>
  kampus.post("/api/en/profile/friends/accepted/seen", { ids }, { token });

const leftCounts = (device: TestSocket) =>
  device.payloadsOf("acceptances_seen").map(({ unseen_acceptances }) => unseen_acceptances);

/** Moves the acceptance into the past. */
const moveBack = (member: SignedInMember, other: { id: number }, time: string) =>
  kampus.db
    .updateTable("friendships")
    .set({ accepted_at: sql<Date>`now() - ${time}::interval` })
    .where("low_user", "=", Math.min(member.id, other.id))
    .where("high_user", "=", Math.max(member.id, other.id))
    .execute();

describe("an acceptance", () => {
  it.each(["accept", "add"] as const)(
    "by %s waits for the member who made the request and was away, with who accepted and when",
    async (action) => {
      const [away, other] = await signedInMembers(kampus, 2);
      await call(away, "add", other.id);
      expect([await counted(away), await listed(away)]).toEqual([0, []]);
      await call(other, action, away.id);
      expect([await counted(away), await counted(other)]).toEqual([1, 0]);
      expect(await listed(away)).toMatchObject([
        { id: other.id, friend: { id: other.id, fullname: other.fullname }, seen: false },
      ]);
      const [row] = await listed(away);
      expect(Math.abs(Date.now() - Date.parse(row?.created_at ?? ""))).toBeLessThan(60_000);
      expect(await listed(other)).toEqual([]);
    },
  );

  it("is no longer counted once it is seen, and stays marked", async () => {
    const [away, first] = await signedInMembers(kampus, 2);
    const second = await oneMember(kampus);
    await accepted(away, first, second);
    await moveBack(away, first, "1 hour");
    const answer = await see(away, [second.id]);
    expect(statusAndBody(answer)).toEqual([200, { data: { unseen_acceptances: 1 } }]);
    expect(await counted(away)).toBe(1);
    expect(await listedIds(away)).toEqual([
      [first.id, "unseen"],
      [second.id, "seen"],
    ]);
    // Repeating the acceptance makes no new one.
    await call(second, "accept", away.id);
    await call(second, "add", away.id);
    expect(await counted(away)).toBe(1);
  });

  it("is neither shown to others nor marked by them", async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    const stranger = await oneMember(kampus);
    await accepted(away, other);
    for (const one of [other, stranger]) {
      expect(await listed(one)).toEqual([]);
      expect((await see(one, [away.id, other.id, stranger.id])).json()).toEqual({
        data: { unseen_acceptances: 0 },
      });
    }
    // Naming oneself marks no acceptance.
    await see(away, [away.id, stranger.id]);
    expect(await counted(away)).toBe(1);
  });

  it.each([
    ["an empty list", []],
    ["more than are ever listed", Array.from({ length: 51 }, (_, index) => index + 1)],
    ["what is no id", ["1"]],
    ["no list", 7],
  ])("is not marked by %s: 422", async (_what, ids) => {
    expect((await see(await oneMember(kampus), ids)).statusCode).toBe(422);
  });

  it("disappears when the friendship ends before it was seen, and returns with a new one", async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    await accepted(away, other);
    await call(other, "delete", away.id);
    expect([await counted(away), await listed(away)]).toEqual([0, []]);
    await accepted(away, other);
    expect([await counted(away), await listedIds(away)]).toEqual([1, [[other.id, "unseen"]]]);
  });

  it.each(["away", "other"] as const)(
    "is gone when the %s member blocks the other",
    async (who) => {
      const [away, other] = await signedInMembers(kampus, 2);
      await accepted(away, other);
      const [blocker, blocked] = who === "away" ? [away, other] : [other, away];
      await kampus.post(`/api/en/profile/blocks/${blocked.id}`, {}, { token: blocker.token });
      expect([await counted(away), await listed(away)]).toEqual([0, []]);
    },
  );

  it("disappears when the member who accepted deletes their account, returns with it, and the devices receive the new counts", async () => {
    const away = await oneMember(kampus);
    const other = await kampus.member();
    await accepted(away, other);
    const device = await connectSocket(kampus, { token: away.token });
    await expect.poll(() => device.payloadsOf("friendship")).toHaveLength(1);
    const deletion = await kampus.post(
      "/api/en/profile/setting/deletion",
      { password: other.password },
      { token: other.token },
    );
    expect(deletion.statusCode).toBe(200);
    await expect.poll(() => device.payloadsOf("friendship")).toHaveLength(2);
    expect([await counted(away), await listed(away)]).toEqual([0, []]);
    await kampus.signIn(other.email, other.password);
    await expect.poll(() => device.payloadsOf("friendship")).toHaveLength(3);
    expect([await counted(away), await listedIds(away)]).toEqual([1, [[other.id, "unseen"]]]);
  });

  it("is not shown after 30 days", async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    await accepted(away, other);
    await moveBack(away, other, "29 days");
    expect([await counted(away), await listedIds(away)]).toEqual([1, [[other.id, "unseen"]]]);
    await moveBack(away, other, "31 days");
    expect([await counted(away), await listed(away)]).toEqual([0, []]);
  });

  it("of an older friendship counts as seen, for both members", async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    await kampus.db
      .insertInto("friendships")
      .values({
        low_user: Math.min(away.id, other.id),
        high_user: Math.max(away.id, other.id),
        requested_by: away.id,
        accepted_at: new Date(),
      })
      .execute();
    expect([await counted(away), await listedIds(away)]).toEqual([0, [[other.id, "seen"]]]);
  });

  it("is one of at most 50 on a page, and the others follow when these are seen", async () => {
    const before = await insertMembers(kampus, Array<object>(30).fill({}));
    const away = await oneMember(kampus);
    const after = await insertMembers(kampus, Array<object>(30).fill({}));
    const others = [...before, ...after].map(({ id }) => id);
    await kampus.db
      .insertInto("friendships")
      .values(
        others.map((id, index) => ({
          low_user: Math.min(id, away.id),
          high_user: Math.max(id, away.id),
          requested_by: away.id,
          accepted_at: new Date(Date.now() - ((index * 7) % 60) * 1000),
          acceptance_unseen: true,
        })),
      )
      .execute();
    expect(await counted(away)).toBe(50);
    const page = await listed(away);
    const times = page.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(page).toHaveLength(50);
    const ids = page.map(({ id }) => id);
    expect((await see(away, ids)).json()).toEqual({ data: { unseen_acceptances: 10 } });
    const rest = (await listedIds(away)).filter(([, state]) => state === "unseen");
    expect(new Set(rest.map(([id]) => id))).toEqual(
      new Set(others.filter((id) => !ids.includes(id))),
    );
  });
});

describe("the event acceptances_seen", () => {
  it("tells every device of the member, and of nobody else, how many are left", async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    await accepted(away, other, third);
    const [one, two, foreign] = await Promise.all(
      [away, away, other].map(({ token }) => connectSocket(kampus, { token })),
    );
    await see(away, [other.id]);
    for (const device of [one, two])
      await expect.poll(() => device && leftCounts(device)).toEqual([1]);
    await see(away, [other.id]); // seen already
    await see(away, [third.id]);
    for (const device of [one, two])
      await expect.poll(() => device && leftCounts(device)).toEqual([1, 0]);
    expect(foreign && leftCounts(foreign)).toEqual([]);
  });

  it("leaves none when two tabs see the same at once", async () => {
    const away = await oneMember(kampus);
    const others = await Promise.all(Array.from({ length: 8 }, () => oneMember(kampus)));
    await accepted(away, ...others);
    const device = await connectSocket(kampus, { token: away.token });
    const ids = others.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, tab) => see(away, tab % 2 ? ids : ids.toReversed())),
    );
    for (const answer of answers) expect(answer.statusCode).toBe(200);
    expect(await counted(away)).toBe(0);
    await expect.poll(() => leftCounts(device).at(-1)).toBe(0);
  });
});

/** An embedded database is of one process, and plans as it likes. */
const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

onPostgres?.(
  "what is accepted and seen on one server is published and counted on the other",
  async () => {
    const [away, other] = await signedInMembers(kampus, 2);
    await accepted(away, other);
    const device = await connectSocket(kampus, { token: away.token });
    const { token } = away;
    const node = await kampus.anotherNode();
    try {
      const url = "/api/en/profile/friends/accepted/seen";
      const answer = await node.post(url, { ids: [other.id] }, { token });
      expect(answer.json()).toEqual({ data: { unseen_acceptances: 0 } });
      expect(await counted(away)).toBe(0);
      if (process.env.TEST_REDIS_URL) await expect.poll(() => leftCounts(device)).toEqual([0]);
    } finally {
      await node.close();
    }
  },
);

onPostgres?.(
  "unseen acceptances are counted by their index, however many friends there are",
  async () => {
    const members = await insertMembers(kampus, Array<object>(300).fill({}));
    const [first] = members;
    await kampus.db
      .insertInto("friendships")
      .values(
        members
          .slice(1)
          .flatMap(({ id }, index) =>
            members.slice(index + 2).map((later) => ({
              low_user: id,
              high_user: later.id,
              requested_by: id,
              accepted_at: new Date(),
            })),
          )
          .slice(0, 8_000),
      )
      .execute();
    await sql`ANALYZE`.execute(kampus.db);
    const { rows } = await sql<Record<"QUERY PLAN", string>>`
    EXPLAIN SELECT ${countUnseenAcceptances(first?.id ?? 0)}`.execute(kampus.db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("friendships_unseen_acceptances");
    expect(plan).not.toContain("Seq Scan on friendships");
  },
);
