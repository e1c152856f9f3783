import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

it("a message that quotes or forwards a deleted member names them in the language of each answer, and not at all in events", async () => {
  const messenger = testMessenger(kampus);
  const members = await signedInMembers(kampus, 3);
  const [one, other, leaving] = members;
  const { id } = await messenger.group(one, "Группа", [other, leaving]);
  await messenger.say(leaving, id, "Салом", "group");
  await kampus.updateMember(leaving, { deleted_at: sql<Date>`now()` });
  const device = await connectSocket(kampus, { token: other.token });
  const answered = async (language: string, path: string, body: object) => {
    const headers = { "accept-language": language };
    return dataFrom<Message>(
      kampus.post(`/messenger/group/${path}`, body, {
        headers,
        token: one.token,
      }),
    );
  };
  const sent = (language: string, client_id: string, message: object) =>
    answered(language, "sendMessage", { chat_id: id, client_id, ...message });
  const namesIn = ({ author, reply, forwarded_from }: Message) => [
    author.fullname,
    reply?.author.fullname,
    forwarded_from?.fullname,
  ];
  const quote = { text: "Ва алейкум", reply_to: 1 };
  const [first, second] = [randomUUID(), randomUUID()] as const;
  const named = [one.fullname, "Deleted member", undefined];
  expect(namesIn(await sent("en", first, quote))).toEqual(named);
  expect(namesIn(await sent("en", first, quote))).toEqual(named);
  expect(namesIn(await sent("en", second, { forward: { chat_id: id, seq: 1 } }))).toEqual([
    one.fullname,
    undefined,
    "Deleted member",
  ]);
  expect(
    namesIn(await answered("en", `editMessage/${id}`, { seq: 2, text: "Ва алейкум!" })),
  ).toEqual(named);
  const reaction = { seq: 1, emoji: "👍" };
  expect(namesIn(await answered("uz", `react/${id}`, reaction))).toEqual([
    "Oʻchirilgan aʼzo",
    undefined,
    undefined,
  ]);
  await expect.poll(() => device.payloadsOf("message_changed")).toHaveLength(2);
  expect(device.payloadsOf("message").map(namesIn)).toEqual([
    [one.fullname, "", undefined],
    [one.fullname, undefined, ""],
  ]);
  expect(device.payloadsOf("message_changed").map(namesIn)).toEqual([
    [one.fullname, "", undefined],
    ["", undefined, undefined],
  ]);
});
