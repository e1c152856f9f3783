import { afterEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterEach(closeSockets);

const listen = ({ token }: SignedInMember) => connectSocket(kampus, { token });

describe("the receipt that a message has arrived", () => {
  it.each([
    ["nobody", false, false],
    ["nobody", true, false],
    ["friends", false, false],
    ["friends", true, true],
    ["everyone", false, true],
  ] as const)(
    "from a member whose presence shows to %s (friends: %s) is published: %s; the read receipt is published in any case",
    async (last_seen, areFriends, isTold) => {
      const [me, other] = await signedInMembers(kampus, 2);
      if (areFriends) await profiles.befriend(me, other);
      await profiles.hide(other, { last_seen });
      const { id } = await messenger.open(me, other);
      const open = await oneMember(kampus);
      const beside = await messenger.open(me, open);
      const [mine, theirs, openDevice] = [
        await listen(me),
        await listen(other),
        await listen(open),
      ];
      await messenger.say(me, id);
      await messenger.say(me, beside.id);
      theirs.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
      openDevice.socket.emit("delivered", [{ chat_id: beside.id, seq: 1 }]);
      const published = () => mine.payloadsOf("chat_delivered").map(({ user_id }) => user_id);
      await expect.poll(published).toContain(open.id);
      await expect
        .poll(() => published().toSorted((a, b) => a - b))
        .toEqual(isTold ? [other.id, open.id] : [open.id]);
      expect(await messenger.chat(me, id)).toMatchObject({
        peers_delivered_seq: isTold ? 1 : 0,
        peers_read_seq: 0,
      });
      await messenger.read(other, id, 1);
      await expect.poll(() => mine.payloadsOf("chat_read")).toHaveLength(1);
      expect(await messenger.chat(me, id)).toMatchObject({
        peers_delivered_seq: 1,
        peers_read_seq: 1,
      });
    },
  );

  it("is not published in a group if the member shows their presence to nobody", async () => {
    const [me, hidden, seen] = await signedInMembers(kampus, 3);
    await profiles.hide(hidden, { last_seen: "nobody" });
    const { id } = await messenger.group(me, "Физика", [hidden, seen]);
    await messenger.say(me, id, "Салом", "group");
    const [mine, first, second] = [await listen(me), await listen(hidden), await listen(seen)];
    first.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    second.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect
      .poll(() => mine.payloadsOf("chat_delivered"))
      .toEqual([{ chat_id: id, user_id: seen.id, seq: 1 }]);
  });
});

describe("the receipts in a group", () => {
  it("do not show members across a block each other's receipts, on their pages or live, but show them those of all others", async () => {
    const [me, mate] = await signedInMembers(kampus, 2);
    const blockers = await signedInMembers(kampus, 2);
    const { id } = await messenger.group(me, "Химия", [mate, ...blockers]);
    for (const blocker of blockers) await profiles.block(blocker, me);
    await messenger.say(me, id, "Салом", "group");
    const [mine, others] = [await listen(me), await listen(mate)];
    const heard = () => mine.payloadsOf("chat_delivered").map(({ user_id }) => user_id);
    const marks = async () => {
      const { peers_delivered_seq, peers_read_seq } = await messenger.chat(me, id, "group");
      return [peers_delivered_seq, peers_read_seq];
    };
    for (const blocker of blockers) {
      (await listen(blocker)).socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
      await expect.poll(() => others.payloadsOf("chat_delivered")).toHaveLength(1);
    }
    for (const blocker of blockers) await messenger.read(blocker, id, 1, "group");
    await expect.poll(() => others.payloadsOf("chat_read")).toHaveLength(1);
    expect(await marks()).toEqual([0, 0]);
    others.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect.poll(heard).toEqual([mate.id]);
    expect(await marks()).toEqual([1, 0]);
    await messenger.read(mate, id, 1, "group");
    await expect
      .poll(() => mine.payloadsOf("chat_read").map(({ user_id }) => user_id))
      .toEqual([mate.id]);
    expect(await marks()).toEqual([1, 1]);
  });

  it.each(["blocks", "is blocked by"] as const)(
    "do not move back for a member who %s the one who has read most, and tell nothing of later messages until the block is taken back",
    async (direction) => {
      const [me, other, slower] = await signedInMembers(kampus, 3);
      const { id } = await messenger.group(me, "История", [other, slower]);
      const marksOf = async (member: SignedInMember) => {
        const { peers_delivered_seq, peers_read_seq } = await messenger.chat(member, id, "group");
        return [peers_delivered_seq, peers_read_seq];
      };
      for (let seq = 1; seq <= 9; seq += 1) await messenger.say(me, id, "Салом", "group");
      await messenger.read(other, id, 7, "group");
      (await listen(other)).socket.emit("delivered", [{ chat_id: id, seq: 8 }]);
      await messenger.read(slower, id, 2, "group");
      await expect.poll(() => marksOf(me)).toEqual([8, 7]);

      const pair = direction === "blocks" ? ([me, other] as const) : ([other, me] as const);
      await profiles.block(...pair);
      expect(await marksOf(me)).toEqual([8, 7]);
      for (let seq = 10; seq <= 14; seq += 1) await messenger.say(me, id, "Салом", "group");
      await messenger.read(other, id, 14, "group");
      expect(await marksOf(me)).toEqual([9, 9]);
      expect(await marksOf(slower)).toEqual([14, 14]);
      await messenger.read(slower, id, 12, "group");
      expect(await marksOf(me)).toEqual([12, 12]);

      const [{ token }, { id: blockedId }] = pair;
      await kampus.delete(`/api/en/profile/blocks/${blockedId}`, { token });
      expect(await marksOf(me)).toEqual([14, 14]);
    },
  );

  it("of two members who have both blocked each other tell nothing of messages from after the first block", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.group(me, "Физика", [other]);
    const readSeq = async () => (await messenger.chat(me, id, "group")).peers_read_seq;
    await messenger.say(me, id, "Салом", "group");
    await messenger.read(other, id, 1, "group");
    await profiles.block(other, me);
    await messenger.say(me, id, "Салом", "group");
    await messenger.read(other, id, 2, "group");
    await profiles.block(me, other);
    expect(await readSeq()).toBe(1);
  });

  it("of two members across a block that arrive together reach all others, and neither of the two", async () => {
    const [me, one, other] = await signedInMembers(kampus, 3);
    const { id } = await messenger.group(me, "Алгебра", [one, other]);
    await profiles.block(one, other);
    await messenger.say(me, id, "Салом", "group");
    const [mine, ...devices] = [await listen(me), await listen(one), await listen(other)];
    for (const { socket } of devices) socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect.poll(() => mine.payloadsOf("chat_delivered").length).toBeGreaterThan(0);
    for (const member of [one, other])
      expect(await messenger.chat(member, id, "group")).toMatchObject({ peers_delivered_seq: 0 });
    await messenger.read(me, id, 1, "group");
    for (const device of devices) {
      await expect.poll(() => device.payloadsOf("chat_read")).toHaveLength(1);
      const heardOf = device.payloadsOf("chat_delivered").map(({ user_id }) => user_id);
      expect(heardOf.filter((id) => id !== me.id)).toEqual([]);
    }
  });
});
