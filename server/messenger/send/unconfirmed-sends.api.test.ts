import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPersons } from "#server/auth/person.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import type { FrequentQuery } from "#server/db/database.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { hashToken } from "#server/auth/token.ts";
import type { Author } from "#server/messenger/send/store-messages.ts";
import { createSendMessages } from "#server/messenger/send/send-messages.ts";
import { createShowMessages } from "#server/messenger/history/show-messages.ts";
import { twoMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(() => kampus.close());

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
  const told: [seq: number, hearers: number][] = [];
  const send = createSendMessages({
    ...{ db, ask, persons, show },
    prepareAddresses: () => Promise.resolve((message) => message),
    hear: ({ seq }, hearers) => told.push([seq, hearers.length]),
  });
  return { send, told };
}

it.each([
  ["private", "store-messages"],
  ["group", "store-messages"],
  ["group", "members-of-chats"],
] as const)(
  "a message to a %s chat whose answer was lost with «%s» is told once when it comes again, whatever comes between",
  async (kind, name) => {
    const [one, other] = await twoMembers(kampus);
    const messenger = testMessenger(kampus);
    const chat =
      kind === "private"
        ? await messenger.open(one, other)
        : await messenger.group(one, "Группа", [other]);
    const { send, told } = sendingThatLoses(name);
    const [author, otherAuthor] = [one, other].map(({ id, token }) => ({
      id,
      sessionId: hashToken(token).toString("hex"),
    })) as [Author, Author]; // of two
    const message = () => ({ chat_id: chat.id, client_id: randomUUID(), text: "Салом" });
    const lost = message();
    await expect(send(author, kind, lost)).rejects.toThrow("Connection terminated");
    await send(otherAuthor, kind, message());
    expect(told).toEqual([[2, 2]]);
    for (let times = 0; times < 3; times += 1)
      expect(await send(author, kind, lost)).toMatchObject({ repeated: true, message: { seq: 1 } });
    expect(told).toEqual([
      [2, 2],
      [1, 2],
    ]);
  },
);
