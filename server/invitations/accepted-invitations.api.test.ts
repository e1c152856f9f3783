import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { nobodysCode, testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const { accept, expectEnded, inClass, made, opened, usesOf, withdraw } = testInvitations(kampus);
afterEach(closeSockets);

describe("a member who accepts a link", () => {
  it("is counted once, however often, and is in its target", async () => {
    const { member, object_id } = await inClass();
    const link = await made(member, {
      kind: "class",
      object_id,
      class_key: "2014",
      group: "11-Б",
    });
    const newcomer = await oneMember(kampus);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => accept(link.code, newcomer)),
    );
    for (const answer of answers)
      expect(statusAndBody(answer)).toEqual([
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

  it("cannot be its inviter, who is not counted", async () => {
    const one = await oneMember(kampus);
    const link = await made(one);
    expect(statusAndBody(await accept(link.code, one))).toMatchObject([
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
    // A member who has accepted it gets the same answer as before.
    const first = many.find((_member, index) => answers[index]?.statusCode === 200);
    expect(first && (await accept(link.code, first)).statusCode).toBe(200);
  });

  it("joins the group at once, sees later messages, and is not added again once removed", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend] = await signedInMembers(kampus, 2);
    const newcomer = await oneMember(kampus);
    // A member who accepts no messages from others is added too, because it is their own wish.
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
    expect(statusAndBody(await accept(link.code, newcomer))).toMatchObject([
      409,
      { message: expect.stringContaining("уже вступали") as string },
    ]);
    expect(await usesOf(link)).toBe(1);
  });

  it("joins a group by no other link within 30 days of being removed from it, unless somebody adds them again", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend, removed] = await signedInMembers(kampus, 3);
    const chat = await messenger.group(owner, "Физика", [friend, removed]);
    const link = await made(owner, { kind: "group", chat_id: chat.id });
    const change = (body: object) =>
      kampus.post(`/messenger/group/members/${chat.id}`, body, { token: owner.token });
    const leave = () => kampus.post(`/messenger/group/leave/${chat.id}`, {}, removed);
    const expectKeptAway = async () => {
      expect(statusAndBody(await accept(link.code, removed))).toMatchObject([
        409,
        { message: expect.stringContaining("Вас удалили из этой группы") as string },
      ]);
    };
    // They wrote nothing there, which is what keeps a member of a class in its chat.
    await change({ remove: [removed.id] });
    await expectKeptAway();
    expect(await usesOf(link)).toBe(0);

    await change({ add: [removed.id] });
    await leave();
    expect((await accept(link.code, removed)).statusCode).toBe(200);

    await change({ remove: [removed.id] });
    const next = await made(owner, { kind: "group", chat_id: chat.id });
    expect((await accept(next.code, removed)).statusCode).toBe(409);
    await kampus.db
      .updateTable("class_chat_removals")
      .set({ removed_at: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) })
      .where("user_id", "=", removed.id)
      .execute();
    expect((await accept(next.code, removed)).statusCode).toBe(200);
    expect((await accept(next.code, friend)).statusCode).toBe(200);
  });

  it("cannot join a full group, and is not counted", async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
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

describe("a visitor who signs up through a link", () => {
  const confirm = async (email: string) =>
    kampus.post("/api/ru/email/verify", { token: await kampus.confirmationToken(email) });

  it("has accepted it once the address is confirmed, on any device, and is told where to go on", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await messenger.group(owner, "Физика", [friend]);
    const { code } = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: code });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: false });
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: code } });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: true, chat_id: chat.id });
  });

  it("has accepted it once the operator confirms the address, and the open pages of the group show them", async () => {
    const messenger = testMessenger(kampus);
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await messenger.group(owner, "Физика", [friend]);
    const link = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: link.code });
    const device = await connectSocket(kampus, { token: friend.token });
    expect(await testOperator(kampus)("members", "verify", email, "--dry-run")).toHaveLength(2);
    expect(await usesOf(link)).toBe(0);
    await testOperator(kampus)("members", "verify", email);
    expect(await usesOf(link)).toBe(1);
    expect(await opened(link.code, { token })).toMatchObject({
      is_accepted: true,
      chat_id: chat.id,
    });
    // A publication waits for the next poll of a node.
    await expect
      .poll(() => device.payloadsOf("chat_changed"), { timeout: 15_000 })
      .toContainEqual({ chat_id: chat.id });
  });

  it.each([
    ["deleted", { deleted_at: new Date() }],
    ["suspended", { suspended_at: new Date() }],
  ])(
    "is in no group by the operator's confirmation while their account is %s",
    async (_, closed) => {
      const [owner, friend] = await signedInMembers(kampus, 2);
      const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
      const link = await made(owner, { kind: "group", chat_id: chat.id });
      const { email, user } = await kampus.signUp({ invitation: link.code });
      await kampus.updateMember(user, closed);
      await testOperator(kampus)("members", "verify", email);
      expect((await kampus.rowOf(user)).verified_at).not.toBeNull();
      expect(await usesOf(link)).toBe(0);
    },
  );

  it("is confirmed only together with the acceptance: after one that broke off, the same link does both", async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
    const { code } = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: code });
    await sql`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`.execute(kampus.db);
    await sql`CREATE CONSTRAINT TRIGGER break_off AFTER INSERT ON invitation_uses
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_off()`.execute(kampus.db);
    const broken = await confirm(email);
    await sql`DROP FUNCTION break_off CASCADE`.execute(kampus.db);
    expect(broken.statusCode).toBe(500);
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: code } });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: true, chat_id: chat.id });
  });

  it("is told where to go on although joining failed for a moment, and joins there", async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
    const { code } = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: code });
    await sql`CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`.execute(kampus.db);
    await sql`CREATE TRIGGER deadlock BEFORE INSERT ON invitation_uses
      FOR EACH ROW EXECUTE FUNCTION deadlock()`.execute(kampus.db);
    const confirmed = await confirm(email);
    await sql`DROP FUNCTION deadlock CASCADE`.execute(kampus.db);
    expect(confirmed.json()).toMatchObject({ data: { invitation: code } });
    expect(await opened(code, { token })).toMatchObject({ is_accepted: false });
    expect((await accept(code, { token })).statusCode).toBe(200);
  });

  it("is confirmed although the group is full by then, of which nothing is kept", async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).group(owner, "Все", [friend]);
    const link = await made(owner, { kind: "group", chat_id: chat.id });
    const { email, token } = await kampus.signUp({ invitation: link.code });
    const others = await signedInMembers(kampus, 498);
    await kampus.db
      .insertInto("chat_members")
      .values(others.map(({ id }) => ({ chat_id: chat.id, user_id: id, opened: true })))
      .execute();
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: link.code } });
    expect((await kampus.get("/api/ru/profile/blocks", { token })).statusCode).toBe(200);
    expect(await opened(link.code, { token })).toMatchObject({ is_accepted: false });
    expect(await usesOf(link)).toBe(0);
  });

  it.each([
    ["deleted", { deleted_at: new Date() }, { deleted_at: null }],
    ["suspended", { suspended_at: new Date() }, { suspended_at: null }],
  ])(
    "is neither confirmed nor in the group while their account is %s, and both by the same link once it no longer is",
    async (_, closed, restored) => {
      const [owner, friend] = await signedInMembers(kampus, 2);
      const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
      const link = await made(owner, { kind: "group", chat_id: chat.id });
      const { email, user } = await kampus.signUp({ invitation: link.code });
      await kampus.updateMember(user, closed);
      const answer = await confirm(email);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, "invalid"]);
      expect((await kampus.rowOf(user)).verified_at).toBeNull();
      expect(await usesOf(link)).toBe(0);
      await kampus.updateMember(user, restored);
      expect((await confirm(email)).json()).toMatchObject({ data: { invitation: link.code } });
      expect(await usesOf(link)).toBe(1);
    },
  );

  it("signs up even when the link has ended or does not exist", async () => {
    const one = await oneMember(kampus);
    const { code, id } = await made(one);
    await withdraw(one, { id });
    for (const invitation of [code, nobodysCode, "x", ""]) {
      const { email } = await kampus.signUp({ invitation });
      const answer = await confirm(email);
      expect(statusAndBody(answer)).toEqual([200, { message: "Адрес почты подтверждён" }]);
    }
  });

  it("is confirmed although the link has ended meanwhile", async () => {
    const one = await oneMember(kampus);
    const { code, id } = await made(one);
    const { email } = await kampus.signUp({ invitation: code });
    await withdraw(one, { id });
    expect((await confirm(email)).json()).toMatchObject({ data: { invitation: code } });
  });
});
