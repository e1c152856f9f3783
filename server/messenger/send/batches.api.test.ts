import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "#server/auth/token.ts";
import { storeQuery } from "#server/messenger/send/store-messages.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let one: SignedInMember;
let other: SignedInMember;
let third: SignedInMember;
afterEach(closeSockets);
beforeEach(async () => {
  [one, other, third] = await signedInMembers(kampus, 3);
});

/** A member who joins later has not seen earlier messages. */
async function newGroup(members: SignedInMember[], later: SignedInMember[] = []): Promise<number> {
  const { id } = await kampus.db
    .insertInto("chats")
    .values({ kind: "group", title: "Группа" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await join(id, members, 0);
  if (members[0]) await messenger.send(members[0], id, "Первое", "group");
  if (later.length > 0) await join(id, later, 1);
  return id;
}
const join = (chat_id: number, members: SignedInMember[], joined_seq: number) =>
  kampus.db
    .insertInto("chat_members")
    .values(
      members.map((member) => ({
        chat_id,
        user_id: member.id,
        joined_seq,
        last_read_seq: joined_seq,
      })),
    )
    .execute();

describe("messages that are sent at once", () => {
  it("are answered one by one: a refused one does not affect the others", async () => {
    const mine = await messenger.open(one, other);
    const closed = await messenger.open(one, third);
    await kampus.post(`/api/ru/profile/blocks/${one.id}`, {}, { token: third.token });
    const foreign = await messenger.open(other, third);
    const repeated = await messenger.say(one, mine.id, { client_id: randomUUID(), text: "Раз" });
    const answers = await Promise.all([
      messenger.send(one, mine.id, "Два"),
      messenger.send(one, closed.id, "Нет"),
      messenger.send(one, foreign.id, "Нет"),
      messenger.send(one, mine.id, "Нет", "group"),
      messenger.send(one, mine.id, { client_id: repeated.client_id, text: "Раз" }),
      messenger.send(one, mine.id, { reply_to: 999, text: "Нет" }),
      messenger.send(other, mine.id, "Три"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      201, 403, 404, 404, 200, 404, 201,
    ]);
    const { data } = await messenger.history(other, mine.id);
    expect(data.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect([await messenger.unread(one), await messenger.unread(other)]).toEqual([1, 2]);
  });

  it("are stored once under one client_id, by the first copy that may be", async () => {
    const { id } = await messenger.open(one, other);
    const client_id = randomUUID();
    const answers = await Promise.all([
      messenger.send(one, id, { client_id, reply_to: 999, text: "Нет" }),
      messenger.send(one, id, { client_id, text: "Раз" }),
      messenger.send(one, id, { client_id: client_id.toUpperCase(), text: "Раз" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 201, 200]);
    const { data } = await messenger.history(other, id);
    expect(data.map(({ text }) => text)).toEqual(["Раз"]);
  });

  it("are not stored under a session that has ended meanwhile, even if this node had cached it", async () => {
    const { id } = await messenger.open(one, other);
    const sent = await messenger.say(one, id, "Раз");
    await kampus.db.deleteFrom("sessions").where("token_hash", "=", hashToken(one.token)).execute();
    const answers = await Promise.all([
      messenger.send(one, id, "Два"),
      messenger.send(one, id, { client_id: sent.client_id, text: "Раз" }),
      messenger.send(other, id, "Три"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 201]);
    expect((await messenger.history(other, id)).data.map(({ text }) => text)).toEqual([
      "Раз",
      "Три",
    ]);
  });

  it("carry the time of the chat, which never decreases", async () => {
    const { id } = await messenger.open(one, other);
    const ahead = new Date(Date.now() + 3_600_000);
    await kampus.db
      .updateTable("chats")
      .set({ last_message_at: ahead })
      .where("id", "=", id)
      .execute();
    expect((await messenger.say(one, id)).created_at).toBe(ahead.toISOString());
  });
});

describe("a message to a group", () => {
  it("reaches every member in one order, however many write", async () => {
    const members = [one, other, third];
    const chatId = await newGroup(members);
    const devices = await Promise.all(members.map(({ token }) => connectSocket(kampus, { token })));
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        messenger.send(members[index % 3] ?? one, chatId, `Сообщение ${index}`, "group"),
      ),
    );
    const order = Array.from({ length: 60 }, (_, index) => index + 2);
    for (const { payloadsOf } of devices) {
      const seqs = () => payloadsOf("message").map(({ seq }) => seq);
      await expect.poll(() => seqs().length, { timeout: 5_000 }).toBe(60);
      expect(seqs()).toEqual(order);
    }
    expect(await messenger.unread(other)).toBe(41);
  });

  it("cannot reply to a message from before its author joined", async () => {
    const chatId = await newGroup([one, other], [third]);
    const early = { text: "Ответ", reply_to: 1 };
    const answers = [
      await messenger.send(third, chatId, early, "group"),
      await messenger.send(other, chatId, early, "group"),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 201]);
  });
});

/** An embedded database is of one process, and plans as it likes. */
const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

onPostgres?.(
  "a message that comes to two servers at the same moment is stored once, and answered by both",
  async () => {
    const node = await kampus.anotherNode();
    const chat = await messenger.open(one, other);
    for (let seq = 1; seq <= 30; seq += 1) {
      const message = { chat_id: chat.id, client_id: randomUUID(), text: "Раз" };
      const [here, there] = await Promise.all([
        messenger.send(one, chat.id, message),
        testMessenger(node).send(one, chat.id, message),
      ]);
      expect([here.statusCode, there.statusCode].sort()).toEqual([200, 201]);
      expect(here.json()).toEqual(there.json());
      expect(here.json()).toMatchObject({ data: { seq } });
    }
    expect(await messenger.unread(other)).toBe(30);
    await node.close();
  },
);

onPostgres?.(
  "a message by a member who is removed while it waits to be stored is refused",
  async () => {
    const chatId = await newGroup([one, other, third]);
    const sending = await kampus.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM chats WHERE id = ${chatId} FOR NO KEY UPDATE`.execute(trx);
      const answers = [
        messenger.send(other, chatId, "Ещё здесь", "group"),
        messenger.send(third, chatId, "Дальше", "group"),
      ];
      await expect.poll(kampus.waitingForLocks).toBeGreaterThan(0);
      await trx
        .deleteFrom("chat_members")
        .where("chat_id", "=", chatId)
        .where("user_id", "=", other.id)
        .execute();
      return answers;
    });
    const answers = await Promise.all(sending);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 201]);
    const { data } = await messenger.history(one, chatId, {}, "group");
    expect(data.map(({ text }) => text)).toEqual(["Первое", "Дальше"]);
  },
);

const holdChat = (id: number) =>
  holdOpen(kampus, (trx) => sql`SELECT FROM chats WHERE id = ${id} FOR NO KEY UPDATE`.execute(trx));

onPostgres?.(
  "a message to a chat that somebody holds waits alone: those to other chats are stored meanwhile",
  async () => {
    const held = await messenger.open(one, other);
    const free = await messenger.open(other, third);
    const release = await holdChat(held.id);
    try {
      const waiting = [messenger.send(one, held.id, "Раз"), messenger.send(one, held.id, "Два")];
      await expect.poll(kampus.waitingForLocks).toBeGreaterThan(0);
      const sent = await Promise.all([
        messenger.send(third, free.id, "Три"),
        messenger.send(other, free.id, "Четыре"),
      ]);
      expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      await release();
      const late = await Promise.all(waiting);
      expect(late.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    } finally {
      await release();
    }
    const { data } = await messenger.history(other, held.id);
    expect(data.map(({ text }) => text)).toEqual(["Раз", "Два"]);
  },
);

describe.runIf(process.env.TEST_DATABASE_URL)("a message that waits while a chat is held", () => {
  const put = (path: string, body: object, { token }: SignedInMember) =>
    kampus.put(path, body, { token });

  it.each([
    ["its author's session ends", 401, () => kampus.post("/api/logout", {}, { token: one.token })],
    [
      "its recipient blocks the author",
      403,
      () => kampus.post(`/api/ru/profile/blocks/${one.id}`, {}, { token: other.token }),
    ],
    [
      "its recipient accepts messages from nobody from then on",
      403,
      () => put("/api/en/profile/setting/privacy", { messages: "nobody" }, other),
    ],
  ])("is refused when %s meanwhile", async (_, status, happen) => {
    const { id } = await messenger.open(one, other);
    const release = await holdChat(id);
    try {
      const sending = messenger.send(one, id, "Поздно");
      await expect.poll(kampus.waitingForLocks).toBeGreaterThan(0);
      expect((await happen()).statusCode).toBe(200);
      await release();
      expect((await sending).statusCode).toBe(status);
    } finally {
      await release();
    }
    expect((await messenger.history(other, id)).data).toEqual([]);
  });
});

onPostgres?.("messages are stored by indexes alone, however few there are yet", async () => {
  const { db, ask } = kampus.database;
  await sql`ANALYZE`.execute(db);
  const text = `EXPLAIN ${storeQuery(db).text}`;
  const plan = await ask<{ "QUERY PLAN": string }>({ name: "explain", text }, ["[]"]);
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(lines).toContain("messages_client_id");
  expect(lines).not.toContain("Seq Scan");
});
