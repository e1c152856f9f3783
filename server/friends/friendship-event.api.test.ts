import { afterEach, describe, expect, it } from "vitest";
import { acceptFriendship, listCountersOf } from "#server/friends/repository.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

const call = testFriendships(kampus);

const eventsOf = (device: TestSocket) => device.payloadsOf("friendship");
const pending = (device: TestSocket) => eventsOf(device).at(-1)?.pending;
const accepted = (device: TestSocket) =>
  eventsOf(device).flatMap((event) => event.accepted?.id ?? []);

const devicesOf = (...members: SignedInMember[]) =>
  Promise.all(members.map(({ token }) => connectSocket(kampus, { token })));

describe("the event friendship", () => {
  it("carries to both members how many requests wait, on connect and at every change", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const [asker, asked] = (await devicesOf(one, other)) as [TestSocket, TestSocket]; // of two
    const stranger = await oneMember(kampus);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 0]);
    await call(one, "add", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 1]);
    await call(stranger, "add", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 2]);
    await call(other, "accept", one.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 1]);
    await call(stranger, "delete", other.id);
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 0]);
  });

  it("brings a new count to connected recipients alone, when a member returns who has asked many", async () => {
    const [asker, here, away] = await signedInMembers(kampus, 3);
    for (const { id } of [here, away]) await call(asker, "add", id);
    await devicesOf(here);
    await expect.poll(() => listCountersOf(kampus.db, asker.id)).toEqual([here.id]);
  });

  it.each(["accept", "add"] as const)(
    "says only to the member who made the request who has accepted it by %s",
    async (action) => {
      const [one, other] = await signedInMembers(kampus, 2);
      const [asker, asked] = (await devicesOf(one, other)) as [TestSocket, TestSocket]; // of two
      await call(one, "add", other.id);
      await call(other, action, one.id);
      await expect
        .poll(() => eventsOf(asker).at(-1))
        .toMatchObject({
          pending: 0,
          accepted: { id: other.id, fullname: other.fullname },
        });
      // Accepting again names nobody.
      await call(other, action, one.id);
      await call(one, "delete", other.id);
      await call(one, "add", other.id);
      await expect.poll(() => pending(asked)).toBe(1);
      expect(accepted(asker)).toEqual([other.id]);
      expect(accepted(asked)).toEqual([]);
    },
  );

  it("repeats how many requests wait if a call has changed nothing, and names nobody a second time", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const [asker, asked] = (await devicesOf(one, other)) as [TestSocket, TestSocket]; // of two
    await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 0]);
    await call(one, "add", other.id);
    await call(one, "add", other.id);
    await call(other, "accept", one.id);
    await expect.poll(() => accepted(asker)).toEqual([other.id]);
    await call(other, "accept", one.id);
    await call(one, "add", other.id);
    await expect
      .poll(() => eventsOf(asked).map((event) => event.pending))
      .toEqual([0, 1, 1, 0, 0, 0]);
    await expect.poll(() => eventsOf(asker)).toHaveLength(6);
    expect(accepted(asker)).toEqual([other.id]);
  });

  it.each(["accept", "add"] as const)(
    "reaches both members when %s is called again after a node has died that had stored the acceptance",
    async (action) => {
      const [one, other] = await signedInMembers(kampus, 2);
      await call(one, "add", other.id);
      const [asker, asked] = (await devicesOf(one, other)) as [TestSocket, TestSocket]; // of two
      await expect.poll(() => [pending(asker), pending(asked)]).toEqual([0, 1]);
      await acceptFriendship(kampus.db, other.id, one.id);
      const answer = await call(other, action, one.id);
      expect(answer.json()).toMatchObject({ data: { status: "friends" } });
      await expect.poll(() => [eventsOf(asker).length, pending(asked)]).toEqual([2, 0]);
    },
  );

  it("carries the new counts when an account whose request waits is deleted, and when its owner restores it by signing in", async () => {
    const asking = await kampus.member();
    const asked = await oneMember(kampus);
    const [device] = (await devicesOf(asked)) as [TestSocket]; // of one
    await call(asking, "add", asked.id);
    await expect.poll(() => pending(device)).toBe(1);
    const { token, password } = asking;
    await kampus.post("/api/en/profile/setting/deletion", { password }, { token });
    await expect.poll(() => pending(device)).toBe(0);
    const answer = await kampus.signIn(asking.email, password);
    expect(statusAndBody(answer)).toMatchObject([200, { restored: true }]);
    await expect.poll(() => pending(device)).toBe(1);
  });

  it("names everybody who accepts at once, each once", async () => {
    const asking = await oneMember(kampus);
    const asked = await Promise.all(Array.from({ length: 10 }, () => oneMember(kampus)));
    const device = await connectSocket(kampus, { token: asking.token });
    await Promise.all(asked.map(({ id }) => call(asking, "add", id)));
    await Promise.all(
      asked.flatMap((member) => [
        call(member, "accept", asking.id),
        call(member, "add", asking.id),
        call(member, "accept", asking.id),
      ]),
    );
    await expect.poll(() => accepted(device).length).toBeGreaterThanOrEqual(asked.length);
    expect(accepted(device).toSorted()).toEqual(asked.map(({ id }) => id).toSorted());
  });
});
