import { afterEach, beforeEach, expect, it } from "vitest";
import type { Person } from "#lib/auth/schema.ts";
import { presenceTimes } from "#server/presence/presence.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const quick = { ...presenceTimes, graceMs: 0 };
const kampus = kampusForFile({}, undefined, { presenceTimes: quick });
afterEach(closeSockets);

let one: SignedInMember;
let friend: SignedInMember;
beforeEach(async () => {
  [one, friend] = await signedInMembers(kampus, 2);
  await testProfiles(kampus).befriend(one, friend);
});

const isOnline = async ({ id }: SignedInMember, { token }: SignedInMember) =>
  (await dataFrom<Person>(kampus.get(`/api/en/user/${id}`, { token }))).online;

/** A device whose member others see by now. */
const present = async (member: SignedInMember, viewer: SignedInMember, at: TestKampus = kampus) => {
  const device = await connectSocket(at, { token: member.token });
  await expect.poll(() => isOnline(member, viewer)).toBe(true);
  return {
    ...device,
    received: () => device.payloadsOf("presence").map((event) => event.online),
  };
};

it("a friend's devices receive an event when the first device of a member connects and the last one leaves; the member's own do not", async () => {
  const looking = await present(friend, one);
  const stranger = await oneMember(kampus);
  const foreign = await present(stranger, one);
  const first = await present(one, friend);
  await expect.poll(looking.received).toEqual([true]);
  const second = await present(one, friend);
  first.socket.close();
  await kampus.get("/api/en/user", { token: one.token });
  expect(looking.received()).toEqual([true]);
  second.socket.close();
  await expect.poll(looking.received).toEqual([true, false]);
  expect(await isOnline(one, friend)).toBe(false);
  expect(looking.payloadsOf("presence").at(-1)).toMatchObject({
    user_id: one.id,
    last_seen_at: expect.stringMatching(/Z$/) as string,
  });
  expect([first.received(), second.received(), foreign.received()]).toEqual([[], [], []]);
});

it("a block shows each of the two members as offline to the other at once, if they were shown as online", async () => {
  const [looking, own] = [await present(friend, one), await present(one, friend)];
  await expect.poll(looking.received).toEqual([true]);
  await testProfiles(kampus).hide(friend, { last_seen: "nobody" });
  await kampus.post(`/api/en/profile/blocks/${friend.id}`, undefined, { token: one.token });
  await expect.poll(looking.received).toEqual([true, false]);
  // The moment is that of any member who leaves.
  const { last_seen_at } = looking.payloadsOf("presence").at(-1) ?? {};
  expect(Math.abs(Date.parse(last_seen_at ?? "") - Date.now())).toBeLessThan(10_000);
  // A member who was not visible leaves nobody's sight.
  expect(own.received()).toEqual([]);
});

it("a block publishes no presence to a member who was not shown the other's before", async () => {
  const stranger = await oneMember(kampus);
  const [looking, own] = [await present(stranger, one), await present(one, stranger)];
  const sent = () => own.payloadsOf("friendship").length;
  await expect.poll(sent).toBe(1);
  await expect.poll(() => looking.payloadsOf("friendship")).toHaveLength(1);
  await kampus.post(`/api/en/profile/blocks/${stranger.id}`, undefined, { token: one.token });
  expect(await isOnline(friend, stranger)).toBe(false);
  // Events of the block would have arrived before this one.
  await testFriendships(kampus)(friend, "add", stranger.id);
  await expect.poll(() => looking.payloadsOf("friendship").at(-1)).toEqual({ pending: 1 });
  expect([looking.received(), looking.payloadsOf("friendship").length]).toEqual([[], 2]);
});

it("a member who may no longer see another's presence sees them go offline, and come online once they may again", async () => {
  const [looking, own] = [await present(friend, one), await present(one, friend)];
  await expect.poll(looking.received).toEqual([true]);
  const decide = (last_seen: string) =>
    kampus.put("/api/en/profile/setting/privacy", { last_seen }, { token: one.token });
  await decide("friends");
  await decide("nobody");
  await expect.poll(looking.received).toEqual([true, false]);
  await decide("nobody");
  await decide("friends");
  await expect.poll(looking.received).toEqual([true, false, true]);
  expect(own.received()).toEqual([]);
});

it.each([
  ["friends", [true, false]],
  ["everyone", [true]],
] as const)(
  "a friendship that ends shows a member who is visible to %s as offline only to those who may no longer see them",
  async (last_seen, expected) => {
    await testProfiles(kampus).hide(one, { last_seen });
    const [looking] = [await present(friend, one), await present(one, friend)];
    await expect.poll(looking.received).toEqual([true]);
    await testFriendships(kampus)(friend, "delete", one.id);
    await expect.poll(() => looking.payloadsOf("friendship").length).toBeGreaterThan(1);
    await expect.poll(looking.received).toEqual(expected);
  },
);

/** An embedded database is of one process. */
const onTwoServers = process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL ? it : null;

onTwoServers?.(
  "two servers agree on who is online, and publish to each other's devices",
  async () => {
    const other = await kampus.anotherNode();
    try {
      const looking = await present(friend, one);
      const far = await present(one, friend, other);
      await expect.poll(looking.received).toEqual([true]);
      const near = await present(one, friend);
      far.socket.close();
      near.socket.close();
      await expect.poll(looking.received).toEqual([true, false]);
      expect(await isOnline(one, friend)).toBe(false);
    } finally {
      await other.close();
    }
  },
);
