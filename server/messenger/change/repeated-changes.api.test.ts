import { afterEach, expect, it } from "vitest";
import { deleteMessage, editMessage, react } from "#server/messenger/change/change-message.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

const [edit, removal, reaction] = [
  { seq: 1, text: "Привет" },
  { seq: 1 },
  { seq: 1, emoji: "👍" },
] as const;
type Chat = Parameters<typeof editMessage>[2];

/** Each stores a change and publishes nothing, as a node that dies in between. */
const changes = {
  edited: [edit, (by: number, chat: Chat) => editMessage(kampus.db, by, chat, edit)],
  removed: [removal, (by: number, chat: Chat) => deleteMessage(kampus.db, by, chat, removal)],
  reacted: [reaction, (by: number, chat: Chat) => react(kampus.db, by, chat, reaction)],
} as const;

it.each(["edited", "removed", "reacted"] as const)(
  "a message that was %s by way of a node that died reaches the other member once that is requested again",
  async (kind) => {
    const messenger = testMessenger(kampus);
    const [one, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(one, other);
    await messenger.say(one, id, "Превет");
    const device = await connectSocket(kampus, { token: other.token });
    const [input, store] = changes[kind];
    await store(one.id, { id, x: "private" });
    const again = await testMessageChanges(kampus)[kind](one, id, input);
    expect(again.change).toBe(1);
    await expect.poll(() => device.payloadsOf("message_changed")).toEqual([again]);
  },
);

it("a message that nobody has changed is not published when it is edited to the text that it has", async () => {
  const messenger = testMessenger(kampus);
  const [one, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(one, other);
  await messenger.say(one, id, "Салом");
  const device = await connectSocket(kampus, { token: other.token });
  await testMessageChanges(kampus).edited(one, id, { seq: 1, text: "Салом" });
  await messenger.say(one, id, "Ещё");
  await expect.poll(() => device.payloadsOf("message")).toHaveLength(1);
  expect(device.payloadsOf("message_changed")).toEqual([]);
});
