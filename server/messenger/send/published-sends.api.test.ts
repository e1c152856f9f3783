import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { createPersons } from "#server/auth/person.ts";
import { hashToken } from "#server/auth/token.ts";
import type { FrequentQuery } from "#server/db/server-pool.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { createShowMessages } from "#server/messenger/history/show-messages.ts";
import { createSendMessages } from "#server/messenger/send/send-messages.ts";
import type { Author } from "#server/messenger/send/store-messages.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

/** Sends, while the connection is lost after the first query of that name was answered. */
function sendingThatLoses(name: string) {
  const { db } = kampus;
  const persons = createPersons(db, fileUrlsOn(undefined, createAddressSigning("")));
  const show = createShowMessages({ db, persons, findMedia: () => Promise.resolve(new Map()) });
  let isToBeLost = true;
  const ask = async <Row>(query: FrequentQuery, parameters: unknown[]) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query.text, parameters));
    if (query.name !== name || !isToBeLost) return rows;
    isToBeLost = false;
    throw new Error("Connection terminated unexpectedly");
  };
  const published: [seq: number, recipients: number][] = [];
  const notified: number[] = [];
  const send = createSendMessages({
    db,
    ask,
    persons,
    show,
    prepareForms: () => Promise.resolve((message) => message),
    publish: (userIds, _event, message) =>
      published.push([(message as Message).seq, [userIds].flat().length]), // the payload of `message`
    notify: ({ seq }) => notified.push(seq),
    unreadChanged: () => undefined,
  });
  return { send, published, notified };
}

it.each([
  ["private", "store-messages"],
  ["group", "store-messages"],
  ["group", "members-of-chats"],
] as const)(
  "a message to a %s chat whose answer was lost with «%s» is published once when it is sent again, whatever comes between",
  async (kind, name) => {
    const [one, other] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const chat =
      kind === "private"
        ? await messenger.open(one, other)
        : await messenger.group(one, "Группа", [other]);
    const { send, published } = sendingThatLoses(name);
    const [author, otherAuthor] = [one, other].map(({ id, token }) => ({
      id,
      sessionId: hashToken(token).toString("hex"),
    })) as [Author, Author]; // of two
    const message = () => ({ chat_id: chat.id, client_id: randomUUID(), text: "Салом" });
    const lost = message();
    await expect(send(author, kind, lost)).rejects.toThrow("Connection terminated");
    await send(otherAuthor, kind, message());
    expect(published).toEqual([[2, 2]]);
    for (let times = 0; times < 3; times += 1)
      expect(await send(author, kind, lost)).toMatchObject({ repeated: true, message: { seq: 1 } });
    expect(published).toEqual([
      [2, 2],
      [1, 2],
    ]);
  },
);

it("a message whose answer was lost with its node is published once by the node to which it is sent again", async () => {
  const [one, other] = await signedInMembers(kampus, 2);
  const { id } = await testMessenger(kampus).open(one, other);
  const author: Author = { id: one.id, sessionId: hashToken(one.token).toString("hex") };
  const message = { chat_id: id, client_id: randomUUID(), text: "Салом" };
  const [lost, second] = [sendingThatLoses("nothing"), sendingThatLoses("nothing")];
  await lost.send(author, "private", message);
  for (let times = 0; times < 3; times += 1)
    expect(await second.send(author, "private", message)).toMatchObject({ repeated: true });
  expect(second.published).toEqual([[1, 2]]);
});

it.each([
  ["has blocked its author", "blocks"],
  ["accepts messages from nobody now", "messages"],
] as const)(
  "a message that is sent again to another node reaches only its author's devices where its recipient %s",
  async (_, refusal) => {
    const [author, recipient] = await signedInMembers(kampus, 2);
    const { id } = await testMessenger(kampus).open(author, recipient);
    const sender: Author = { id: author.id, sessionId: hashToken(author.token).toString("hex") };
    const message = { chat_id: id, client_id: randomUUID(), text: "Салом" };
    await sendingThatLoses("nothing").send(sender, "private", message);
    if (refusal === "messages") await testProfiles(kampus).hide(recipient, { messages: "nobody" });
    else await kampus.post(`/api/ru/profile/blocks/${author.id}`, {}, { token: recipient.token });
    const second = sendingThatLoses("nothing");
    expect(await second.send(sender, "private", message)).toMatchObject({ repeated: true });
    expect(second.published).toEqual([[1, 1]]);
    expect(second.notified).toEqual([]);
  },
);

it("a message to a group that is sent again to another node reaches a member who has blocked its author, as a new one would", async () => {
  const [author, recipient] = await signedInMembers(kampus, 2);
  const { id } = await testMessenger(kampus).group(author, "Группа", [recipient]);
  const sender: Author = { id: author.id, sessionId: hashToken(author.token).toString("hex") };
  const message = { chat_id: id, client_id: randomUUID(), text: "Салом" };
  await sendingThatLoses("nothing").send(sender, "group", message);
  await kampus.post(`/api/ru/profile/blocks/${author.id}`, {}, { token: recipient.token });
  const second = sendingThatLoses("nothing");
  await second.send(sender, "group", message);
  expect(second.published).toEqual([[1, 2]]);
});
