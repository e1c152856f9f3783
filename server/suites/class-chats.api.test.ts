import { beforeEach, describe, expect, it } from "vitest";
import type { ClassDetails } from "#lib/classes/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { sweepRemovals } from "#server/messenger/groups/removals.ts";
import { type Chat, groupMembersMax } from "#lib/messenger/contract/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
let institution = 1;
beforeEach(() => {
  institution += 1;
});

const at = (rest: string, key = "2014", locale = "ru") =>
  `/api/${locale}/objects/${institution}/classes/${key}${rest}`;
const open = ({ token }: SignedInMember, body?: object, key?: string, locale?: string) =>
  kampus.post(at("/chat", key, locale), body, { token });
const join = ({ token }: SignedInMember) => kampus.post(at("/chat/join"), undefined, { token });
const opened = (...call: Parameters<typeof open>) => dataFrom<Chat>(open(...call));
const detailsFor = ({ token }: SignedInMember) =>
  dataFrom<ClassDetails>(kampus.get(at(""), { token }));
const leave = ({ token }: SignedInMember, { id }: Chat) =>
  kampus.post(`/messenger/group/leave/${id}`, {}, { token });
const chatFor = (reader: SignedInMember, { id }: Chat) =>
  testMessenger(kampus).chat(reader, id, "group");

async function classmates<Count extends number>(count: Count) {
  const members = await signedInMembers(kampus, count);
  for (const member of members)
    await insertTestEducation(kampus, member, { object_id: institution });
  return members;
}

describe("the chat of a class", () => {
  it("is made by the first member who opens it, who owns it; another joins, and sees later messages", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    expect(chat).toMatchObject({ kind: "group", role: "owner", members_count: 1, image: null });
    const messenger = testMessenger(kampus);
    await messenger.say(one, chat.id, "Есть кто?", "group");
    expect((await detailsFor(other)).chat).toEqual({
      id: chat.id,
      joined: false,
      members_count: 1,
    });
    const joined = await join(other);
    expect(statusAndBody(joined)).toMatchObject([
      200,
      { data: { id: chat.id, role: "member", members_count: 2, last_message: null, unread: 0 } },
    ]);
    const silent = { joined: true, members_count: 2, unread: 0, last_message: null };
    expect((await detailsFor(other)).chat).toMatchObject(silent);
    await messenger.say(one, chat.id, "Привет", "group");
    const history = await messenger.history(other, chat.id, {}, "group");
    expect(history.data.map(({ text }) => text)).toEqual(["Привет"]);
    // Opening and joining again change nothing.
    expect((await opened(other)).members_count).toBe(2);
    expect((await join(one)).json()).toMatchObject({ data: { role: "owner", members_count: 2 } });
  });

  it("tells on the page of the class what was said last, and how much a member has not read", async () => {
    const [one, other] = await classmates(2);
    const { id } = await opened(one);
    await join(other);
    const messenger = testMessenger(kampus);
    for (const text of ["Кто поведёт машину?", "От метро"])
      await messenger.say(one, id, text, "group");
    const last_message = { text: "От метро", author: { id: one.id, image: null }, deleted: false };
    expect((await detailsFor(one)).chat).toMatchObject({ unread: 0, last_message });
    expect((await detailsFor(other)).chat).toMatchObject({ unread: 2, last_message });
    await messenger.read(other, id, 2, "group");
    expect((await detailsFor(other)).chat).toMatchObject({ unread: 0, last_message });
  });

  it("is one, even when twenty open it at the same moment", async () => {
    const members = await classmates(20);
    const chats = await Promise.all(members.map((member) => opened(member)));
    expect(new Set(chats.map(({ id }) => id)).size).toBe(1);
    const [first] = members;
    expect((await detailsFor(first)).chat).toMatchObject({ joined: true, members_count: 20 });
    const owners = await kampus.db
      .selectFrom("chat_members")
      .select("user_id")
      .where("chat_id", "=", chats[0]?.id ?? 0)
      .where("role", "=", "owner")
      .execute();
    expect(owners).toHaveLength(1);
  });

  it("cannot be joined before somebody has opened it, nor by members of other classes", async () => {
    const [one] = await classmates(1);
    expect((await join(one)).statusCode).toBe(404);
    const outsider = await oneMember(kampus);
    await insertTestEducation(kampus, outsider, { object_id: institution, end_year: 2013 });
    for (const call of [open, join]) {
      expect(statusAndBody(await call(outsider))).toMatchObject([403, { code: "forbidden" }]);
    }
    await opened(one);
    expect((await join(outsider)).statusCode).toBe(403);
    expect((await detailsFor(outsider)).chat).toMatchObject({ joined: false });
  });

  it("keeps a member whose education no longer matches, until they leave", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    await join(other);
    await kampus.db.deleteFrom("educations").where("user_id", "=", other.id).execute();
    expect((await opened(other)).id).toBe(chat.id);
    await leave(other, chat);
    expect((await open(other)).statusCode).toBe(403);
  });

  it("bars a member whom its owner removed, and after 30 days no more, but never one who left by themselves or wrote nothing", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    const removeOther = () =>
      kampus.post(`/messenger/group/members/${chat.id}`, { remove: [other.id] }, one);
    await join(other);
    await leave(other, chat);
    expect((await join(other)).statusCode).toBe(200);
    await removeOther();
    expect((await join(other)).statusCode).toBe(200);
    await testMessenger(kampus).send(other, chat.id, "Привет", "group");
    await removeOther();
    for (const answer of [await join(other), await open(other)])
      expect(statusAndBody(answer)).toMatchObject([403, { code: "forbidden" }]);
    expect(await sweepRemovals(kampus.db)).toBe(0);
    await kampus.db
      .updateTable("class_chat_removals")
      .set({ removed_at: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) })
      .execute();
    expect((await join(other)).statusCode).toBe(200);
    expect(await sweepRemovals(kampus.db)).toBe(1);
  });

  it("is full with 500, and has room again once one leaves", async () => {
    const [one, other, third] = await classmates(3);
    const chat = await opened(one);
    const many = await insertMembers(
      kampus,
      Array.from({ length: groupMembersMax - 2 }, () => ({})),
    );
    await kampus.db
      .insertInto("chat_members")
      .values(many.map(({ id }) => ({ chat_id: chat.id, user_id: id })))
      .execute();
    const answers = await Promise.all([join(other), open(third)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = answers[0].statusCode === 409 ? other : third;
    expect(statusAndBody(await join(late))).toMatchObject([409, { code: "conflict" }]);
    await leave(one, chat);
    expect((await join(late)).statusCode).toBe(200);
  });

  it("begins anew when everybody has left, and never leads to a chat that is being deleted", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    await leave(one, chat);
    expect((await detailsFor(other)).chat).toBeNull();
    expect((await join(other)).statusCode).toBe(404);
    const next = await opened(other);
    expect(next.id).not.toBe(chat.id);
    expect(next.role).toBe("owner");
    // A member who joins while another leaves is in a live chat.
    for (let round = 0; round < 5; round += 1) {
      const current = await opened(other);
      const [, came] = await Promise.all([leave(other, current), opened(one)]);
      expect((await chatFor(one, came)).members_count).toBeGreaterThan(0);
      await leave(one, came);
    }
  });

  it("passes to another when its owner leaves, and to a new member when all others have closed their accounts", async () => {
    const [one, other, third] = await classmates(3);
    const chat = await opened(one);
    await join(other);
    await leave(one, chat);
    expect((await chatFor(other, chat)).role).toBe("owner");
    await kampus.updateMember(other, { deleted_at: new Date() });
    expect((await opened(third)).role).toBe("owner");
  });

  it("has a title in the reader's language, until an owner changes it", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    const { object } = await detailsFor(one);
    expect(chat.title).toBe(`Выпуск 2014 · ${object.name}`);
    expect((await opened(other, undefined, "2014", "en")).title).toMatch(/^Class of 2014 · /);
    const messenger = testMessenger(kampus);
    await messenger.say(one, chat.id, "Привет", "group");
    const titleAtHome = async (locale: string) => {
      const { token } = other;
      const { chats } = await dataFrom<Home>(kampus.get(`/api/${locale}/home`, { token }));
      return chats.map(({ title }) => title);
    };
    expect(await titleAtHome("en")).toEqual([expect.stringMatching(/^Class of 2014 · /)]);
    expect(await titleAtHome("uz")).toEqual([expect.stringMatching(/^2014-yil bitiruvchilari · /)]);
    for (const q of ["выпуск 2014", "class 2014", "bitiruvchilari"])
      expect((await messenger.chats(other, { q })).data.map(({ id }) => id)).toEqual([chat.id]);
    await kampus.post(`/messenger/group/rename/${chat.id}`, { title: "Наши" }, one);
    expect((await opened(other, undefined, "2014", "en")).title).toBe("Наши");
    expect(await titleAtHome("en")).toEqual(["Наши"]);
  });

  it("names its class, from which its picture is drawn, whatever title its owner gives it; other groups name none", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    const named = { object_id: institution, key: "2014", start: null, end: 2014 };
    expect(chat.class).toEqual(named);
    await join(other);
    await kampus.post(`/messenger/group/rename/${chat.id}`, { title: "Наши" }, one);
    expect(await chatFor(other, chat)).toMatchObject({ title: "Наши", class: named });
    await testProfiles(kampus).befriend(one, other);
    const group = await testMessenger(kampus).group(one, "Физика", [other]);
    expect((await chatFor(one, group)).class).toBeNull();
  });

  it("greets with its title in the reader's language on the home page", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    await join(other);
    await testMessenger(kampus).say(one, chat.id, "Привет", "group");
    for (const [locale, title] of [
      ["ru", /^Выпуск 2014 · /],
      ["en", /^Class of 2014 · /],
      ["uz", /^2014-yil bitiruvchilari · /],
    ] as const) {
      const answer = await kampus.get(`/api/${locale}/home`, { token: other.token });
      const [unread] = answer.json<{ data: Home }>().data.chats;
      expect(unread?.title).toMatch(title);
      expect(unread?.class).toMatchObject({ object_id: institution, key: "2014" });
    }
  });

  it("has no members whom another adds", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    const answer = await kampus.post(
      `/messenger/group/members/${chat.id}`,
      { add: [other.id] },
      one,
    );
    expect(statusAndBody(answer)).toMatchObject([403, { code: "forbidden" }]);
  });

  it("is joined across a block as any group is", async () => {
    const [one, other] = await classmates(2);
    const chat = await opened(one);
    await testProfiles(kampus).block(one, other);
    expect((await join(other)).json()).toMatchObject({ data: { id: chat.id } });
  });
});

it("a chat is for verified members, of an existing institution and a possible class", async () => {
  const unverified = await oneMember(kampus, { verified: false });
  expect((await kampus.post(at("/chat"), {})).statusCode).toBe(401);
  expect((await open(unverified)).statusCode).toBe(403);
  const member = await oneMember(kampus);
  for (const key of ["9999", "0", "x", "since-9999"])
    expect((await open(member, {}, key)).statusCode).toBe(404);
  const nowhere = "/api/ru/objects/2147483647/classes/2014/chat";
  expect((await kampus.post(nowhere, {}, member)).statusCode).toBe(404);
});
