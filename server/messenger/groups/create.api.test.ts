import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { connectSocket, closeSockets } from "#server/testing/test-socket.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterAll(async () => {
  closeSockets();
});

const three = async () => await signedInMembers(kampus, 3);
const create = ({ token }: SignedInMember, first: number | string, body: object) =>
  kampus.post(`/messenger/group/create/chat/${first}`, body, { token });

it("a group is listed for all of its members at once, who receive an event, and its maker is the owner", async () => {
  const [owner, one, other] = await three();
  const device = await connectSocket(kampus, { token: one.token });
  const answer = await create(owner, one.id, {
    title: "  Выпуск\n2014 ",
    members: [other.id, one.id, owner.id],
  });
  const chat = answer.json<{ data: { id: number } }>().data;
  expect([answer.statusCode, chat]).toMatchObject([
    200,
    { kind: "group", title: "Выпуск 2014", peer: null, members_count: 3, role: "owner", unread: 0 },
  ]);
  expect((await messenger.chats(other, {}, "group")).data).toMatchObject([
    { id: chat.id, role: "member", last_seq: 0 },
  ]);
  await expect.poll(() => device.payloadsOf("chat_changed")).toEqual([{ chat_id: chat.id }]);
});

it("a message to a group reaches all of its members, who count and read it, and nobody else", async () => {
  const [owner, one, other] = await three();
  const stranger = await oneMember(kampus);
  const { id } = await messenger.group(owner, "Физика", [one, other]);
  const message = await messenger.say(one, id, "Салом ҳаммага", "group");
  expect((await messenger.history(other, id, {}, "group")).data).toEqual([message]);
  expect([await messenger.unread(owner), await messenger.unread(other)]).toEqual([1, 1]);
  const read = await messenger.read(other, id, 1, "group");
  expect(read.json()).toMatchObject({ data: { last_read_seq: 1, unread: 0 } });
  expect(await messenger.chat(one, id, "group")).toMatchObject({
    unread: 0,
    peers_read_seq: 1,
    last_message: { text: "Салом ҳаммага" },
  });
  for (const answer of [
    await messenger.getMessages(stranger, id, {}, "group"),
    await messenger.send(stranger, id, "Салом", "group"),
    await messenger.read(stranger, id, 1, "group"),
    await messenger.getMessages(owner, id, {}, "private"),
    await messenger.send(owner, id, "Салом", "private"),
  ])
    expect(answer.statusCode).toBe(404);
});

it("a group is made only where all of its members accept messages from its maker", async () => {
  const [owner, one, hidden] = await three();
  const blocker = await oneMember(kampus);
  const unverified = await oneMember(kampus, { verified: false });
  await profiles.hide(hidden, { messages: "friends" });
  await profiles.block(blocker, owner);
  for (const id of [hidden.id, blocker.id, unverified.id, 2_147_483_647]) {
    const among = await create(owner, one.id, { title: "Группа", members: [id] });
    expect(statusAndBody(among)).toMatchObject([
      422,
      { errors: { members: [expect.any(String)] } },
    ]);
    const first = await create(owner, id, { title: "Группа", members: [one.id] });
    expect(first.statusCode).toBe(404);
  }
  expect((await messenger.chats(one)).data).toEqual([]);
  await profiles.befriend(owner, hidden);
  expect((await create(owner, hidden.id, { title: "Группа" })).statusCode).toBe(200);
});

it("a group that is asked for again with the client_id of the first time is made once, also at the same moment and across a block", async () => {
  const [owner, one, other] = await three();
  const body = { title: "Выпуск 2014", members: [other.id], client_id: randomUUID() };
  const answers = await Promise.all([create(owner, one.id, body), create(owner, one.id, body)]);
  await profiles.block(one, owner);
  answers.push(await create(owner, one.id, body));
  const ids = answers.map((answer) => answer.json<{ data: { id: number } }>().data.id);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(ids).size).toBe(1);
  expect((await messenger.chats(owner)).data).toMatchObject([{ id: ids[0], members_count: 3 }]);
});

it("a client_id is unique with its member: another makes a group of their own with it, and without one each call makes a group", async () => {
  const [owner, one, other] = await three();
  const body = { title: "Группа", client_id: randomUUID() };
  expect((await create(owner, one.id, body)).statusCode).toBe(200);
  expect((await create(other, one.id, body)).statusCode).toBe(200);
  for (const title of ["Группа", "Группа"]) await create(owner, one.id, { title });
  expect((await messenger.chats(owner)).data).toHaveLength(3);
  expect((await messenger.chats(other)).data).toHaveLength(1);
});

it("a member who has left the group that they made is not let into it by asking for it again", async () => {
  const [owner, one] = await three();
  const body = { title: "Группа", client_id: randomUUID() };
  const { id } = (await create(owner, one.id, body)).json<{ data: { id: number } }>().data;
  await kampus.post(`/messenger/group/leave/${id}`, {}, { token: owner.token });
  expect((await create(owner, one.id, body)).statusCode).toBe(404);
  expect((await messenger.chats(owner)).data).toEqual([]);
});

it.each([
  [{ title: "Группа", client_id: "1" }, "client_id"],
  [{}, "title"],
  [{ title: " ​ " }, "title"],
  [{ title: "я".repeat(101) }, "title"],
  [{ title: "a\0" }, "title"],
  [{ title: "\ud800" }, "title"],
  [{ title: "Группа", members: ["x"] }, "members"],
  [{ title: "Группа", members: Array.from({ length: 500 }, (_, index) => index + 1) }, "members"],
])("a group is refused with an invalid input: %o", async (body, field) => {
  const [owner, one] = await three();
  const answer = await create(owner, one.id, body);
  expect(statusAndBody(answer)).toMatchObject([422, { errors: { [field]: [expect.any(String)] } }]);
});

it("a group of its maker alone is refused", async () => {
  const [owner] = await three();
  expect((await create(owner, owner.id, { title: "Я" })).statusCode).toBe(422);
});

// The embedded database does one thing after another: there nothing happens at once.
it.runIf(process.env.TEST_DATABASE_URL)(
  "a group that is made while its maker closes their account elsewhere is not made, since nobody would own it",
  async () => {
    const [owner, one] = await three();
    const release = await holdOpen(kampus, (trx) =>
      trx
        .updateTable("users")
        .set({ deleted_at: sql<Date>`now()` })
        .where("id", "=", owner.id)
        .execute(),
    );
    const making = create(owner, one.id, { title: "Группа" });
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
    } finally {
      await release();
    }
    expect((await making).statusCode).toBe(401);
    expect((await messenger.chats(one)).data).toEqual([]);
  },
);

it("a group is found by the words of its title, in any script, beside people by their names", async () => {
  const [owner, one, other] = await three();
  const { id } = await messenger.group(owner, "Химия 2-курс", [one]);
  await messenger.group(owner, "Футбол", [one, other]);
  for (const q of ["himiya", "хими", "2 kurs"])
    expect((await messenger.chats(one, { q })).data.map((chat) => chat.id)).toEqual([id]);
  expect((await messenger.chats(other, { q: "himiya" })).data).toEqual([]);
});
