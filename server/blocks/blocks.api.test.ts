import { afterEach, describe, expect, it } from "vitest";
import { forgetBlocks, insertBlock } from "#server/blocks/repository.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { nothingFound, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const profiles = testProfiles(kampus);
afterEach(closeSockets);

const block = ({ token }: { token: string }, { id }: { id: number | string }) =>
  kampus.post(`/api/en/profile/blocks/${id}`, undefined, { token });
const unblock = ({ token }: { token: string }, { id }: { id: number | string }) =>
  kampus.delete(`/api/en/profile/blocks/${id}`, { token });
const friendship = testFriendships(kampus);
const rowsOf = async ({ id: one }: { id: number }, { id: other }: { id: number }) => {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const [friendships, blocks] = await Promise.all([
    kampus.db
      .selectFrom("friendships")
      .selectAll()
      .where("low_user", "=", low)
      .where("high_user", "=", high)
      .execute(),
    kampus.db
      .selectFrom("blocks")
      .selectAll()
      .where("blocker_id", "in", [one, other])
      .where("blocked_id", "in", [one, other])
      .execute(),
  ]);
  return { friendships: friendships.length, blocks: blocks.length };
};

describe("blocking", () => {
  it("may be repeated, and so may unblocking, which does not restore the friendship", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await profiles.befriend(one, other);
    for (let times = 0; times < 2; times += 1) {
      expect(statusAndBody(await block(one, other))).toEqual([
        200,
        { message: "Member blocked", data: { status: "blocked" } },
      ]);
    }
    expect(await rowsOf(one, other)).toEqual({ friendships: 0, blocks: 1 });
    for (let times = 0; times < 2; times += 1) {
      expect(statusAndBody(await unblock(one, other))).toEqual([
        200,
        { message: "Member unblocked", data: { status: "none" } },
      ]);
    }
    expect(await rowsOf(one, other)).toEqual({ friendships: 0, blocks: 0 });
    expect((await friendship(other, "add", one.id)).json()).toMatchObject({
      data: { status: "outgoing" },
    });
  });

  it("that is repeated after a node has died that had stored it reaches the member's own devices, and no device of the other", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await friendship(other, "add", one.id);
    const [own, others] = [
      await connectSocket(kampus, { token: one.token }),
      await connectSocket(kampus, { token: other.token }),
    ];
    await expect.poll(() => own.payloadsOf("friendship")).toEqual([{ pending: 1 }]);
    await kampus.db.deleteFrom("friendships").where("requested_by", "=", other.id).execute();
    await insertBlock(kampus.db, one.id, other.id);
    expect((await block(one, other)).statusCode).toBe(200);
    await expect.poll(() => own.payloadsOf("friendship")).toEqual([{ pending: 1 }, { pending: 0 }]);
    await friendship(await oneMember(kampus), "add", other.id);
    await expect
      .poll(() => others.payloadsOf("friendship"))
      .toEqual([{ pending: 0 }, { pending: 1 }]);
  });

  it("is possible for a blocked member too, and each unblocks only those they have blocked", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await block(one, other);
    expect((await block(other, one)).statusCode).toBe(200);
    await unblock(one, other);
    expect((await friendship(one, "add", other.id)).statusCode).toBe(404);
    expect((await friendship(other, "add", one.id)).statusCode).toBe(409);
    await unblock(other, one);
    expect((await friendship(one, "add", other.id)).statusCode).toBe(200);
  });

  it("is refused for the member themselves; a member who does not exist can be neither blocked nor unblocked", async () => {
    const one = await oneMember(kampus);
    const unverified = await oneMember(kampus, { verified: false });
    const deleted = await oneMember(kampus);
    await kampus.updateMember(deleted, { deleted_at: new Date() });
    for (const call of [block, unblock]) {
      expect(statusAndBody(await call(one, one))).toMatchObject([
        422,
        { errors: { id: ["This value is not allowed"] } },
      ]);
      for (const id of [0, "1e3", "99999999999"])
        expect((await call(one, { id })).statusCode).toBe(404);
    }
    for (const id of [2_147_483_647, unverified.id, deleted.id]) {
      expect(statusAndBody(await block(one, { id }))).toEqual(nothingFound);
      expect(statusAndBody(await unblock(one, { id }))).toEqual([
        200,
        { message: "Member unblocked", data: { status: "none" } },
      ]);
    }
  });

  it("removes a waiting request from the bell of the member who has it", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const device = await connectSocket(kampus, { token: other.token });
    const pending = () => device.payloadsOf("friendship").at(-1)?.pending;
    await friendship(one, "add", other.id);
    await expect.poll(pending).toBe(1);
    await block(one, other);
    await expect.poll(pending).toBe(0);
  });

  it("is visible only to the member who blocks: the blocked member learns nothing of it", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await block(one, other);
    expect((await friendship(one, "status", other.id)).json()).toMatchObject({
      data: { status: "blocked" },
    });
    for (const action of ["add", "accept"] as const) {
      expect(statusAndBody(await friendship(one, action, other.id))).toEqual([
        409,
        { message: "You have blocked this member. Unblock them first", code: "conflict" },
      ]);
    }
    for (const action of ["status", "add", "accept", "delete"] as const)
      expect((await friendship(other, action, one.id)).statusCode).toBe(404);
  });
});

describe("members who race", () => {
  it("never end with both a block and a friendship, whatever happens beside the block", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (let round = 0; round < 20; round += 1) {
      if (round % 2) await friendship(other, "add", one.id);
      const answers = await Promise.all([
        friendship(other, "add", one.id),
        block(one, other),
        friendship(other, "add", one.id),
        friendship(one, round % 2 ? "accept" : "add", other.id),
        block(one, other),
        friendship(other, "add", one.id),
      ]);
      for (const { statusCode } of answers) expect([200, 404, 409]).toContain(statusCode);
      expect(await rowsOf(one, other)).toEqual({ friendships: 0, blocks: 1 });
      await unblock(one, other);
    }
  });

  it("can block each other at once", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? block(one, other) : block(other, one))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await rowsOf(one, other)).toEqual({ friendships: 0, blocks: 2 });
  });
});

it("a purged member has blocked nobody, and is blocked by nobody", async () => {
  const [one, other] = await signedInMembers(kampus, 2);
  await block(one, other);
  await block(other, one);
  await forgetBlocks(kampus.db, one.id);
  expect(await rowsOf(one, other)).toEqual({ friendships: 0, blocks: 0 });
});
