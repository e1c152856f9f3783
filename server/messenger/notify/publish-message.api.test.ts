import { afterEach, expect, it } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
afterEach(closeSockets);

const sightOf = (message: Message | null | undefined) =>
  message && [message.seq, message.reply_to, message.reply?.text ?? null];

it("a reply shows the answered message only to members who were in the group by then, wherever it is shown", async () => {
  const members = await signedInMembers(kampus, 3);
  const [owner, one, late] = members;
  const { id } = await messenger.group(owner, "Группа", [one]);
  const call = (what: string, body: object, { token }: SignedInMember) =>
    kampus.post(`/messenger/group/${what}/${id}`, body, { token });
  await messenger.say(owner, id, "Тайна", "group");
  await call("members", { add: [late.id] }, owner);
  const [early, newcomer] = await Promise.all([
    connectSocket(kampus, { token: one.token }),
    connectSocket(kampus, { token: late.token }),
  ]);
  const eachHears = async (event: "message" | "message_changed") => {
    const receivedBy = (device: TestSocket) => () => sightOf(device.payloadsOf(event).at(-1));
    await expect.poll(receivedBy(early)).toEqual([2, 1, "Тайна"]);
    await expect.poll(receivedBy(newcomer)).toEqual([2, null, null]);
  };
  await messenger.say(owner, id, { text: "Ответ", reply_to: 1 }, "group");
  await eachHears("message");
  await call("editMessage", { seq: 2, text: "Ответ!" }, owner);
  await eachHears("message_changed");

  const seenBy = async (reader: SignedInMember) => {
    const { token } = reader;
    const reacted = await call("react", { seq: 2, emoji: "👍" }, reader);
    const changes = await kampus.get(`/messenger/group/getChanges/${id}`, { token });
    const found = await kampus.get("/messenger/search", { token, query: { q: "ответ" } });
    return [
      reacted.json<{ data: Message }>().data,
      (await messenger.history(reader, id, {}, "group")).data.at(-1),
      (await messenger.chat(reader, id, "group")).last_message,
      changes.json<{ data: Message[] }>().data[0],
      found.json<{ data: Message[] }>().data[0],
    ].map(sightOf);
  };
  expect(await seenBy(one)).toEqual(Array(5).fill([2, 1, "Тайна"]));
  expect(await seenBy(late)).toEqual(Array(5).fill([2, null, null]));
});
