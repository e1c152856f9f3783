import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
  twoMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
let messenger: ReturnType<typeof testMessenger>;
let profiles: ReturnType<typeof testProfiles>;
beforeAll(async () => {
  messenger = testMessenger(kampus);
  profiles = testProfiles(kampus);
});
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
    "of a member whose presence shows to %s (friends: %s) is published: %s; that it was read is published in any case",
    async (last_seen, areFriends, isTold) => {
      const [me, other] = await twoMembers(kampus);
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

  it("is not published in a group for a member whose presence shows to nobody", async () => {
    const [me, hidden, seen] = (await signedInMembers(kampus, 3)) as [
      SignedInMember,
      SignedInMember,
      SignedInMember,
    ];
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
