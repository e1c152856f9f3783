import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Person } from "#lib/auth/schema.ts";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import { createPresence, type PresenceService, presenceTimes } from "#server/presence/presence.ts";
import { markGoneNodes, takeMembersOfGoneNodes } from "#server/presence/repository.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const profiles = testProfiles(kampus);

let published: { userIds: number[]; event: PresenceEvent }[];
const warn = vi.fn<() => void>();
const onDeath = vi.fn<() => void>();
/** A node; its events go to `published`. */
const node = (graceMs = 0) =>
  createPresence({
    db: kampus.db,
    log: { warn },
    onDeath,
    publish: (userIds, event) => published.push({ userIds, event }),
    times: { ...presenceTimes, graceMs },
  });

let one: SignedInMember;
let friend: SignedInMember;
let partner: SignedInMember;
let stranger: SignedInMember;
beforeEach(async () => {
  [one, friend] = await signedInMembers(kampus, 2);
  [partner, stranger] = await signedInMembers(kampus, 2);
  await profiles.befriend(one, friend);
  const messenger = testMessenger(kampus);
  await messenger.say(one, (await messenger.open(one, partner)).id);
  published = [];
  warn.mockClear();
  onDeath.mockClear();
});

const seenBy = ({ token }: SignedInMember, { id } = one): Promise<Person> =>
  dataFrom<Person>(kampus.get(`/api/en/user/${id}`, { token }));
const isOnline = async () => (await seenBy(friend)).online;
const rowsOf = ({ id }: { id: number }) =>
  kampus.db.selectFrom("present_members").selectAll().where("user_id", "=", id).execute();
const hasRow = async (member: { id: number }) => (await rowsOf(member)).length > 0;
/** The friend is connected, so that there is a recipient. */
const watched = async (presence: PresenceService) => {
  await presence.beat();
  presence.arrived(friend.id);
  await expect.poll(() => hasRow(friend)).toBe(true);
  published = [];
};
const publishedOf = ({ id }: { id: number }) =>
  published.filter(({ event }) => event.user_id === id).map(({ event }) => event.online);
/** Lets the time of a node be over, whether it has stopped or died; all its rows begin alike. */
const die = ({ nodeId }: PresenceService) =>
  sql`UPDATE presence_nodes SET alive_until = now() - interval '1 second'
    WHERE left(id::text, 8) = ${nodeId.slice(0, 8)}`.execute(kampus.db);

describe("a member", () => {
  it("is online while any of their devices is connected to any process, and friends receive each change once", async () => {
    const [left, right] = [node(), node()];
    await watched(left);
    left.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    left.arrived(one.id);
    right.arrived(one.id);
    await expect.poll(() => rowsOf(one)).toHaveLength(2);
    left.left(one.id);
    left.left(one.id);
    await expect.poll(() => rowsOf(one)).toHaveLength(1);
    expect(await isOnline()).toBe(true);
    expect(publishedOf(one)).toEqual([true]);

    right.left(one.id);
    await expect.poll(isOnline).toBe(false);
    const { last_seen_at } = await seenBy(friend);
    expect(Math.abs(Date.parse(last_seen_at ?? "") - Date.now())).toBeLessThan(60_000);
    await expect.poll(() => publishedOf(one)).toEqual([true, false]);
    expect(published.at(-1)).toMatchObject({ userIds: [friend.id], event: { last_seen_at } });
  });

  it("stays online when they come back within the grace period", async () => {
    const presence = node(60_000);
    await watched(presence);
    presence.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    presence.left(one.id);
    expect(await isOnline()).toBe(true);
    presence.arrived(one.id);
    await presence.beat();
    expect([await isOnline(), publishedOf(one)]).toEqual([true, [true]]);
    await presence.stop();
  });

  it("is in the end shown as online exactly when a device is connected, however devices connect and disconnect on two processes at once", async () => {
    const [left, right] = [node(), node()];
    await watched(left);
    for (const stays of [true, false]) {
      for (let round = 0; round < 25; round += 1)
        for (const presence of [left, right]) {
          presence.arrived(one.id);
          if (!stays || presence === left || round > 0) presence.left(one.id);
        }
      await expect.poll(() => hasRow(one)).toBe(stays);
      await Promise.all([left.beat(), right.beat()]);
      // Work that was begun before may still be under way.
      await expect.poll(isOnline).toBe(stays);
      await expect.poll(() => publishedOf(one).at(-1) ?? false).toBe(stays);
      // They receive each change once.
      expect(publishedOf(one).every((online, index, all) => online !== all[index - 1])).toBe(true);
      if (stays) right.left(one.id);
      await expect.poll(() => hasRow(one)).toBe(false);
    }
  });

  it("shows when they were last online only to those who may see it, who also receive the change", async () => {
    const presence = node();
    await watched(presence);
    for (const { id } of [partner, stranger]) presence.arrived(id);
    await expect.poll(() => hasRow(stranger)).toBe(true);
    for (const [audience, readers, recipients] of [
      ["everyone", [friend, partner, stranger], [friend, partner]],
      ["friends", [friend], [friend]],
      ["nobody", [], []],
    ] as const) {
      await profiles.hide(one, { last_seen: audience });
      published = [];
      presence.arrived(one.id);
      await expect.poll(() => hasRow(one)).toBe(true);
      for (const viewer of [friend, partner, stranger])
        expect([viewer.id, (await seenBy(viewer)).online]).toEqual([
          viewer.id,
          readers.some(({ id }) => id === viewer.id),
        ]);
      presence.left(one.id);
      await expect.poll(() => hasRow(one)).toBe(false);
      const changes = published.filter(({ event }) => event.user_id === one.id);
      expect(changes.flatMap(({ userIds }) => userIds.toSorted((a, b) => a - b))).toEqual(
        [...recipients, ...recipients].map(({ id }) => id),
      );
    }
  });

  it("who has only opened a chat shows their coming to the other from its first message on, but receives the other's at once", async () => {
    const messenger = testMessenger(kampus);
    const { id } = await messenger.open(one, stranger);
    const presence = node();
    await watched(presence);
    const recipientsOf = ({ id: userId }: { id: number }) =>
      published
        .filter(({ event }) => event.user_id === userId)
        .flatMap(({ userIds }) => userIds.toSorted((a, b) => a - b));
    const come = async (member: SignedInMember) => {
      presence.arrived(member.id);
      await expect.poll(() => hasRow(member)).toBe(true);
    };
    await come(stranger);
    await come(one);
    expect(recipientsOf(one)).toEqual([friend.id]);
    presence.left(stranger.id);
    await expect.poll(() => recipientsOf(stranger)).toEqual([one.id]);

    await messenger.say(one, id);
    await come(stranger);
    presence.left(one.id);
    await expect.poll(() => recipientsOf(one)).toEqual([friend.id, friend.id, stranger.id]);
  });

  it("is shown as online to nobody across a block, and no event is published there", async () => {
    const presence = node();
    await watched(presence);
    presence.arrived(partner.id);
    await expect.poll(() => hasRow(partner)).toBe(true);
    await profiles.block(partner, one);
    published = [];
    presence.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    const { data } = await testMessenger(kampus).chats(partner);
    expect(data.map(({ peer }) => peer?.online)).toEqual([false]);
    expect(published.map(({ userIds }) => userIds)).toEqual([[friend.id]]);
  });
});

describe("a process", () => {
  it("that dies leaves nobody online, because a live process publishes that its members are offline", async () => {
    const [dead, left, right] = [node(), node(), node()];
    await watched(left);
    dead.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    await die(dead);
    expect(await isOnline()).toBe(false);
    await Promise.all([left.beat(), right.beat(), left.beat(), right.beat()]);
    expect(publishedOf(one)).toEqual([true, false]);
    expect(await hasRow(one)).toBe(false);
    expect(onDeath).toHaveBeenCalledTimes(1);
  });

  it("that removes a dead one and then dies itself leaves its members as last seen at that moment, but for those who are connected elsewhere", async () => {
    const [dead, other] = [node(), node()];
    for (const { id } of [one, partner]) {
      await kampus.updateMember({ id }, { last_seen_at: new Date("2020-01-01") });
      dead.arrived(id);
    }
    other.arrived(partner.id);
    await expect.poll(() => hasRow(one)).toBe(true);
    await expect.poll(() => rowsOf(partner)).toHaveLength(2);
    await die(dead);
    await markGoneNodes(kampus.db);
    await takeMembersOfGoneNodes(kampus.db, 10); // the node that called it ends here
    const [seen, stays] = [await kampus.rowOf(one), await kampus.rowOf(partner)];
    expect(Date.now() - (seen.last_seen_at?.getTime() ?? 0)).toBeLessThan(60_000);
    expect(stays.last_seen_at).toEqual(new Date("2020-01-01"));
  });

  it("that dies again and again makes devices resync once a minute", async () => {
    const live = node();
    await live.beat();
    for (let death = 0; death < 3; death += 1) {
      const dying = node();
      await dying.beat();
      await die(dying);
      await live.beat();
    }
    expect(onDeath).toHaveBeenCalledTimes(1);
    const nextMinute = performance.now() + presenceTimes.deathsMs;
    vi.spyOn(performance, "now").mockReturnValue(nextMinute);
    await live.beat();
    expect(onDeath).toHaveBeenCalledTimes(2);
    await live.beat();
    expect(onDeath).toHaveBeenCalledTimes(2);
  });

  it("that has just started counts none of the others as dead before they could store that they live", async () => {
    const [other, fresh] = [node(), node()];
    await other.beat();
    await die(other);
    await fresh.beat();
    expect(onDeath).not.toHaveBeenCalled();
    await other.beat();
    await fresh.beat();
    expect(onDeath).not.toHaveBeenCalled();
  });

  it("that was without the database as long as the others counts none of them as dead before they could store that they live", async () => {
    const [left, right] = [node(), node()];
    await Promise.all([left.beat(), right.beat()]);
    right.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    await watched(left);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + presenceTimes.aliveMs);
    for (const presence of [left, right]) await die(presence);
    await left.beat();
    await right.beat();
    await left.beat();
    expect([await isOnline(), publishedOf(one)]).toEqual([true, []]);
    expect(onDeath).not.toHaveBeenCalled();
  });

  it("that was declared dead registers itself and its members again", async () => {
    const [slow, other] = [node(), node()];
    await watched(other);
    slow.arrived(one.id);
    await expect.poll(isOnline).toBe(true);
    await die(slow);
    await other.beat();
    await slow.beat();
    expect([await isOnline(), publishedOf(one)]).toEqual([true, [true, false, true]]);
  });

  it("that stops leaves its members a moment to connect to another", async () => {
    const [stopping, other] = [node(60_000), node()];
    await watched(other);
    for (const { id } of [one, partner]) stopping.arrived(id);
    await expect.poll(() => hasRow(partner)).toBe(true);
    await expect.poll(isOnline).toBe(true);
    await stopping.stop();
    stopping.left(one.id);
    await other.beat();
    expect(await isOnline()).toBe(true);
    other.arrived(one.id);
    await expect.poll(() => rowsOf(one)).toHaveLength(2);
    await die(stopping);
    await other.beat();
    expect([await isOnline(), publishedOf(one)]).toEqual([true, [true]]);
    expect(await hasRow(partner)).toBe(false);
    expect(onDeath).not.toHaveBeenCalled();
  });

  it("whose database is away logs that, and catches up at the next beat", async () => {
    const presence = node();
    await watched(presence);
    await sql`ALTER TABLE present_members RENAME TO away`.execute(kampus.db);
    presence.arrived(one.id);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    await sql`ALTER TABLE away RENAME TO present_members`.execute(kampus.db);
    await presence.beat();
    expect([await isOnline(), publishedOf(one)]).toEqual([true, [true]]);
  });
});
