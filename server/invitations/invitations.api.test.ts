import { describe, expect, it } from "vitest";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import { forgetInvitations } from "#server/invitations/personal-data.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
  twoMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const nobodys = "AAAAAAAAAAAAAAAAAAAAAA";

const make = ({ token }: { token: string }, body: object = { kind: "kampus" }) =>
  kampus.post("/api/ru/invitations", body, { token });
async function made(member: { token: string }, body?: object): Promise<Invitation> {
  const answer = await make(member, body);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<{ data: Invitation }>().data;
}
const listed = async ({ token }: { token: string }) =>
  (await kampus.get("/api/ru/invitations", { token })).json<{ data: Invitation[] }>().data;
const read = (code: string, reader?: { token: string }) =>
  kampus.get(`/api/ru/invitations/by-code/${code}`, reader ? { token: reader.token } : {});
const opened = async (code: string, reader?: { token: string }) =>
  (await read(code, reader)).json<{ data: OpenInvitation }>().data;
const accept = (code: string, { token }: { token: string }) =>
  kampus.post(`/api/ru/invitations/by-code/${code}/accept`, undefined, { token });
const usesOf = async ({ id }: { id: number }) =>
  (
    await kampus.db
      .selectFrom("invitations")
      .select("uses")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).uses;
const ended = {
  code: "not_found",
  message: "Такого приглашения нет, или оно больше не действует",
};
const expectEnded = async (code: string, reader?: SignedInMember) => {
  const answers = [await read(code, reader), ...(reader ? [await accept(code, reader)] : [])];
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([404, ended]);
};

/** An institution that no other test uses, and a member who left it in 2014. */
let institution = 100;
async function inClass(): Promise<{ member: SignedInMember; object_id: number }> {
  institution += 1;
  const member = await oneMember(kampus, { surname: "Каримов", name: "Алишер" });
  await testPast(kampus).allStudied(institution, [{ member, years: [2003, 2014] }]);
  return { member, object_id: institution };
}

describe("a link", () => {
  it("is made to Kampus, shown to its member alone, and withdrawn by its member alone", async () => {
    const [one, other] = await twoMembers(kampus);
    const link = await made(one);
    expect(link).toMatchObject({
      kind: "kampus",
      uses: 0,
      uses_max: 100,
      object: null,
      chat: null,
    });
    expect(link.code).toMatch(/^[\w-]{22}$/);
    expect(link.url).toBe(`http://kampus.localhost:3000/ru/i/${link.code}`);
    const days = (Date.parse(link.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await listed(one)).toEqual([link]);
    expect(await listed(other)).toEqual([]);
    const withdraw = ({ token }: SignedInMember) =>
      kampus.delete(`/api/ru/invitations/${link.id}`, { token });
    expect((await withdraw(other)).statusCode).toBe(404);
    expect((await withdraw(one)).json()).toEqual({ message: "Приглашение отозвано" });
    expect((await withdraw(one)).statusCode).toBe(404);
    expect(await listed(one)).toEqual([]);
    await expectEnded(link.code, other);
  });

  it("to a class is made by its own members, with the study group as it was written", async () => {
    const { member, object_id } = await inClass();
    const body = { kind: "class", object_id, class_key: "2014", group: " 11-Б " };
    expect(await made(member, body)).toMatchObject({
      kind: "class",
      object: { id: object_id, name: expect.any(String) as string },
      class_key: "2014",
      group: "11-Б",
    });
    const stranger = await make(await oneMember(kampus), body);
    expect([stranger.statusCode, stranger.json()]).toMatchObject([
      403,
      { message: "Приглашать в класс могут только те, кто в нём учился" },
    ]);
    expect((await make(member, { ...body, class_key: "2015" })).statusCode).toBe(403);
    expect((await make(member, { ...body, object_id: 2_147_483_647 })).statusCode).toBe(404);
  });

  it.each([
    [{}, "kind"],
    [{ kind: "school" }, "kind"],
    [{ kind: "class", class_key: "2014" }, "object_id"],
    [{ kind: "class", object_id: 1 }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "1200" }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "2014-1" }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "2014", group: "я".repeat(33) }, "group"],
    [{ kind: "class", object_id: 1, class_key: "2014", group: "🎓" }, "group"],
    [{ kind: "class", object_id: 0, class_key: "2014" }, "object_id"],
    [{ kind: "group" }, "chat_id"],
    [{ kind: "group", chat_id: "7" }, "chat_id"],
  ])("with a wrong field is refused on it: %j", async (body, field) => {
    const answer = await make(await oneMember(kampus), body);
    expect([answer.statusCode, answer.body]).toEqual([422, expect.any(String)]);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  });

  it("to a group is made by its owner alone, and not to the chat of a class", async () => {
    const [owner, friend] = await twoMembers(kampus);
    const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
    const body = { kind: "group", chat_id: chat.id };
    expect(await made(owner, body)).toMatchObject({ chat: { id: chat.id, title: "Физика" } });
    expect((await make(friend, body)).statusCode).toBe(403);
    expect((await make(await oneMember(kampus), body)).statusCode).toBe(404);
    const { chat_id } = await kampus.db
      .insertInto("class_chats")
      .values({ chat_id: chat.id, object_id: 1, class_key: "2014", study_group_key: null })
      .returning("chat_id")
      .executeTakeFirstOrThrow();
    expect((await make(owner, { kind: "group", chat_id })).statusCode).toBe(409);
  });

  it("is one of twenty at most, however many are asked for at once", async () => {
    const member = await oneMember(kampus);
    const answers = await Promise.all(Array.from({ length: 30 }, () => make(member)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(10).fill(409)]);
    const [first] = await listed(member);
    await kampus.delete(`/api/ru/invitations/${first?.id}`, { token: member.token });
    expect((await make(member)).statusCode).toBe(201);
  });
});

describe("whoever opens a link", () => {
  it("reads who invites to what and how many are there, as a visitor with a rounded number", async () => {
    const { member, object_id } = await inClass();
    const mates = await signedInMembers(kampus, 7);
    await testPast(kampus).allStudied(
      object_id,
      mates.map((mate) => ({ member: mate, years: [2004, 2014] })),
    );
    const { code } = await made(member, { kind: "class", object_id, class_key: "2014" });
    const told = await opened(code);
    expect(told).toMatchObject({
      kind: "class",
      inviter: { name: "Алишер Каримов" },
      object: { id: object_id },
      class_key: "2014",
      total: 5,
      is_rounded: true,
      is_own: false,
      is_accepted: false,
      chat_id: null,
    });
    expect(await opened(code, mates[0])).toMatchObject({ total: 8, is_rounded: false });
    const unverified = await oneMember(kampus, { verified: false });
    expect(await opened(code, unverified)).toMatchObject({ total: 5, is_rounded: true });
    expect(await opened(code, member)).toMatchObject({ is_own: true });
    expect((await read(code, { token: "dead" })).statusCode).toBe(200);
  });

  it("is told nothing of a code that nobody has, whatever it looks like", async () => {
    for (const code of [nobodys, "a", nobodys.slice(1), `${nobodys}A`, "%00", "x".repeat(300)])
      await expectEnded(code, await oneMember(kampus));
  });

  it.each(["suspended_at", "deleted_at", "verified_at"] as const)(
    "finds it ended while its member's %s says so",
    async (column) => {
      const [one, other] = await twoMembers(kampus);
      const { code } = await made(one);
      await kampus.db
        .updateTable("users")
        .set({ [column]: column === "verified_at" ? null : new Date() })
        .where("id", "=", one.id)
        .execute();
      await expectEnded(code, other);
      await expectEnded(code);
    },
  );

  it("finds it ended across a block, either way, and a visitor finds it still", async () => {
    const [one, other] = await twoMembers(kampus);
    const third = await oneMember(kampus);
    const { code } = await made(one);
    await testProfiles(kampus).block(one, other);
    await testProfiles(kampus).block(third, one);
    await expectEnded(code, other);
    await expectEnded(code, third);
    expect((await read(code)).statusCode).toBe(200);
  });

  it("finds it ended after thirty days by the database's clock, and once the owner gave the group away", async () => {
    const [one, other] = await twoMembers(kampus);
    const link = await made(one);
    await kampus.db
      .updateTable("invitations")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("id", "=", link.id)
      .execute();
    await expectEnded(link.code, other);
    const chat = await testMessenger(kampus).group(one, "Химия", [other]);
    const { code } = await made(one, { kind: "group", chat_id: chat.id });
    const role = { user_id: other.id, role: "owner" };
    await kampus.post(`/messenger/group/role/${chat.id}`, role, { token: one.token });
    await expectEnded(code, await oneMember(kampus));
    expect(await listed(one)).toEqual([]);
  });
});

describe("whoever accepts a link", () => {
  it("is counted once, however often, and is where it leads", async () => {
    const { member, object_id } = await inClass();
    const link = await made(member, {
      ...{ kind: "class", object_id, class_key: "2014", group: "11-Б" },
    });
    const newcomer = await oneMember(kampus);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => accept(link.code, newcomer)),
    );
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          message: "Приглашение принято",
          data: { kind: "class", object_id, class_key: "2014", group: "11-Б", chat_id: null },
        },
      ]);
    expect(await usesOf(link)).toBe(1);
    expect(await opened(link.code, newcomer)).toMatchObject({ is_accepted: true });
    const educations = await kampus.get(`/api/ru/user/${newcomer.id}/profile/educations`, {
      token: newcomer.token,
    });
    expect(educations.json<{ data: unknown[] }>().data).toEqual([]);
  });

  it("cannot be its own member, and none is counted", async () => {
    const one = await oneMember(kampus);
    const link = await made(one);
    const answer = await accept(link.code, one);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { message: expect.stringContaining("собственное приглашение") as string },
    ]);
    expect(await usesOf(link)).toBe(0);
  });

  it("is one of a hundred, when a hundred and one come at once", async () => {
    const one = await oneMember(kampus);
    const link = await made(one);
    const many = await signedInMembers(kampus, 101);
    const answers = await Promise.all(many.map((member) => accept(link.code, member)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(100).fill(200), 404]);
    expect(await usesOf(link)).toBe(100);
    await expectEnded(link.code);
    // Who has come by it is still answered as before.
    const first = many.find((_member, index) => answers[index]?.statusCode === 200);
    expect(first && (await accept(link.code, first)).statusCode).toBe(200);
  });

  it("joins the group at once, sees what is written from then on, and is not taken in again once removed", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend] = await twoMembers(kampus);
    const newcomer = await oneMember(kampus);
    // Whom nobody may write to is taken in all the same: it is their own wish.
    await testProfiles(kampus).hide(newcomer, { messages: "nobody" });
    const chat = await messenger.group(owner, "Физика", [friend]);
    await messenger.say(owner, chat.id, "До вас", "group");
    const link = await made(owner, { kind: "group", chat_id: chat.id });
    expect(await opened(link.code)).toMatchObject({ chat: { title: "Физика" }, total: null });
    const [first, again] = await Promise.all([
      accept(link.code, newcomer),
      accept(link.code, newcomer),
    ]);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(first.json()).toMatchObject({ data: { kind: "group", chat_id: chat.id } });
    expect(await messenger.chat(newcomer, chat.id, "group")).toMatchObject({ members_count: 3 });
    const history = await kampus.get(`/messenger/group/getMessages/${chat.id}`, {
      token: newcomer.token,
    });
    expect(history.json<{ data: unknown[] }>().data).toEqual([]);
    expect(await opened(link.code, newcomer)).toMatchObject({
      is_accepted: true,
      chat_id: chat.id,
    });

    await kampus.post(
      `/messenger/group/members/${chat.id}`,
      { remove: [newcomer.id] },
      { token: owner.token },
    );
    expect(await opened(link.code, newcomer)).toMatchObject({ is_accepted: false, chat_id: null });
    const spent = await accept(link.code, newcomer);
    expect([spent.statusCode, spent.json()]).toMatchObject([
      409,
      { message: expect.stringContaining("уже вступали") as string },
    ]);
    expect(await usesOf(link)).toBe(1);
  });

  it("cannot join a full group, and none is counted", async () => {
    const [owner, friend] = await twoMembers(kampus);
    const chat = await testMessenger(kampus).group(owner, "Все", [friend]);
    const others = await signedInMembers(kampus, 497);
    await kampus.db
      .insertInto("chat_members")
      .values(others.map(({ id }) => ({ chat_id: chat.id, user_id: id, opened: true })))
      .execute();
    const link = await made(owner, { kind: "group", chat_id: chat.id });
    const late = await signedInMembers(kampus, 3);
    const answers = await Promise.all(late.map((member) => accept(link.code, member)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      message: "В группе может быть не больше 500 участников",
    });
    expect(await usesOf(link)).toBe(1);
  });
});

describe("whoever signs up through a link", () => {
  const confirm = async (email: string) =>
    kampus.post("/api/ru/email/verify", { token: await kampus.confirmationToken(email) });

  it("has accepted it once the address is confirmed, on whatever device, and is told where to go on", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend] = await twoMembers(kampus);
    const chat = await messenger.group(owner, "Физика", [friend]);
    const { code } = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: code });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: false });
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: code } });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: true, chat_id: chat.id });
  });

  it("signs up all the same when the link has ended or is none", async () => {
    const one = await oneMember(kampus);
    const { code, id } = await made(one);
    await kampus.delete(`/api/ru/invitations/${id}`, { token: one.token });
    for (const invitation of [code, nobodys, "x", ""]) {
      const { email } = await kampus.signUp({ invitation });
      const answer = await confirm(email);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: "Адрес почты подтверждён" },
      ]);
    }
  });

  it("is confirmed although the link has ended meanwhile", async () => {
    const one = await oneMember(kampus);
    const { code, id } = await made(one);
    const { email } = await kampus.signUp({ invitation: code });
    await kampus.delete(`/api/ru/invitations/${id}`, { token: one.token });
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: code } });
  });
});

describe("the inviter and the newcomer", () => {
  const suggested = async ({ token }: { token: string }) =>
    (await kampus.get("/api/ru/users/suggestions", { token })).json<{
      data: { id: number; status: string; reasons: object[] }[];
    }>().data;

  it("are the first suggestion to each other, and no friends", async () => {
    const [one, other] = await twoMembers(kampus);
    const { code } = await made(one);
    await accept(code, other);
    expect(await suggested(other)).toMatchObject([
      { id: one.id, status: "none", reasons: [{ kind: "inviter" }] },
    ]);
    expect(await suggested(one)).toMatchObject([
      { id: other.id, status: "none", reasons: [{ kind: "invited" }] },
    ]);
  });

  it("are no suggestion across a block, once dismissed, or where one is not to be suggested", async () => {
    const one = await oneMember(kampus);
    const { code } = await made(one);
    const [blocked, dismissed, hidden] = await signedInMembers(kampus, 3);
    if (!blocked || !dismissed || !hidden) throw new Error("three members were inserted");
    for (const member of [blocked, dismissed, hidden]) await accept(code, member);
    await testProfiles(kampus).block(one, blocked);
    await kampus.delete(`/api/ru/users/suggestions/${dismissed.id}`, { token: one.token });
    await testProfiles(kampus).hide(hidden, { suggestions: "nobody" });
    expect(await suggested(one)).toEqual([]);
    expect(await suggested(blocked)).toEqual([]);
  });
});

describe("limits", () => {
  it("bound links made, links looked up from an address, and acceptances", async () => {
    const limited = await startTestKampus({ RATE_LIMIT_SCALE: "0.04" });
    try {
      const { token } = await oneMember(limited);
      const statusesOf = async (times: number, call: () => Promise<{ statusCode: number }>) => {
        const statuses = [];
        for (let time = 0; time < times; time += 1) statuses.push((await call()).statusCode);
        return statuses;
      };
      const path = "/api/ru/invitations";
      expect(await statusesOf(3, () => limited.post(path, { kind: "kampus" }, { token }))).toEqual([
        201, 201, 429,
      ]);
      expect(
        await statusesOf(3, () =>
          limited.post(`${path}/by-code/${nobodys}/accept`, undefined, { token }),
        ),
      ).toEqual([404, 404, 429]);
      const looked = await statusesOf(25, () => limited.get(`${path}/by-code/${nobodys}`));
      expect(looked).toEqual([...Array<number>(24).fill(404), 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("what is held of a member", () => {
  it("goes with the purge of either side", async () => {
    const [one, other] = await twoMembers(kampus);
    const third = await oneMember(kampus);
    const { code } = await made(one);
    for (const member of [other, third]) await accept(code, member);
    const held = async () =>
      (
        await kampus.db
          .selectFrom("invitation_uses")
          .select("member_id")
          .where("inviter_id", "=", one.id)
          .execute()
      ).map(({ member_id }) => member_id);
    await forgetInvitations(kampus.db, other.id);
    expect(await held()).toEqual([third.id]);
    await forgetInvitations(kampus.db, one.id);
    expect(await held()).toEqual([]);
    await expectEnded(code, third);
  });

  it("is swept ninety days after a link has ended", async () => {
    const [one, other] = await twoMembers(kampus);
    const [old, young] = [await made(one), await made(one)];
    for (const { code } of [old, young]) await accept(code, other);
    for (const [{ id }, days] of [
      [old, 91],
      [young, 89],
    ] as const)
      await kampus.db
        .updateTable("invitations")
        .set({ expires_at: new Date(Date.now() - days * 86_400_000) })
        .where("id", "=", id)
        .execute();
    expect(await kampus.app.sweepInvitations()).toBeGreaterThanOrEqual(1);
    const left = await kampus.db
      .selectFrom("invitations")
      .select("id")
      .where("inviter_id", "=", one.id)
      .execute();
    expect(left).toEqual([{ id: young.id }]);
  });
});
