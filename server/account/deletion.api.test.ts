import { afterEach, describe, expect, it } from "vitest";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

const dayMs = 24 * 60 * 60 * 1000;
const path = "/api/en/profile/setting/deletion";
const erase = ({ token, password }: TestMember) => kampus.post(path, { password }, { token });
const login = ({ email, password }: TestMember) => kampus.signIn(email, password, "en");
const deletedDaysAgo = (member: TestMember, days: number) =>
  kampus.updateMember(member, { deleted_at: new Date(Date.now() - days * dayMs) });

describe("deleting the account", () => {
  it("ends every session and socket at once, and mails and answers until when it can be restored", async () => {
    const member = await kampus.member();
    const elsewhere = (await login(member)).json<{ token: string }>().token;
    const { socket } = await connectSocket(kampus, { token: elsewhere });
    const answer = await erase(member);
    const { message, data } = answer.json<{ message: string; data: { deletes_at: string } }>();
    expect([answer.statusCode, message]).toEqual([
      200,
      "Your account is deleted. Sign in within 30 days to restore it",
    ]);
    const days = (new Date(data.deletes_at).getTime() - Date.now()) / dayMs;
    expect(days).toBeCloseTo(30, 1);
    await expect.poll(() => socket.connected, { timeout: 1_000, interval: 10 }).toBe(false);
    for (const token of [member.token, elsewhere])
      expect((await kampus.get("/api/en/user", { token })).statusCode).toBe(401);
    const [mail] = await kampus.mails(member.email, 2);
    expect(mail?.text).toContain("http://site.kampus.localhost:3000/ru/login");
  });

  it("needs the password: a wrong or missing one is refused on its field", async () => {
    const member = await kampus.signUp();
    const { token } = member;
    for (const body of [{ password: "not it" }, { password: "" }, {}]) {
      const answer = await kampus.post(path, body, { token });
      expect(answer.statusCode).toBe(422);
      expect(faultyFields(answer)).toEqual(["password"]);
    }
    expect((await kampus.get("/api/en/user", { token })).statusCode).toBe(200);
    expect((await kampus.post(path, { password: member.password })).statusCode).toBe(401);
  });

  it("happens once, with one mail, if it is requested five times at once", async () => {
    const member = await kampus.signUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(member)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 401, 401, 401, 401]);
    await kampus.mails((await kampus.signUp()).email);
    expect(await kampus.mails(member.email, 2)).toHaveLength(2);
  });
});

describe("a deleted member", () => {
  const setUp = async () => {
    const member = await kampus.member({ surname: "Исчезнувший" });
    const [friend, asked] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const add = (from: { token: string }, to: { id: number }) =>
      testFriendships(kampus)(from, "add", to.id);
    await add(member, friend);
    await add(friend, member);
    await add(member, asked);
    const chat = await messenger.open(member, friend);
    await messenger.say(member, chat.id, "Салом");
    const seen = async (url: string, viewer = friend) => {
      const answer = await kampus.get(`/api/en${url}`, { token: viewer.token });
      return { status: answer.statusCode, text: answer.body, ...answer.json<object>() };
    };
    return { member, friend, asked, messenger, add, chat, seen };
  };

  it("can no longer be found, befriended or written to", async () => {
    const { member, friend, asked, messenger, add, chat, seen } = await setUp();
    const bell = await connectSocket(kampus, { token: asked.token });
    await expect.poll(() => bell.payloadsOf("friendship")).toEqual([{ pending: 1 }]);
    await erase(member);
    await expect
      .poll(() => bell.payloadsOf("friendship"))
      .toEqual([{ pending: 1 }, { pending: 0 }]);
    for (const url of [`/user/${member.id}`, `/user/${member.id}/statistics`])
      expect((await seen(url)).status).toBe(404);
    for (const url of [
      "/users?q=Исчезнувший",
      "/users",
      "/profile/friends/active",
      "/profile/friends/from/disactive",
    ])
      for (const viewer of [friend, asked])
        expect((await seen(url, viewer)).text).not.toContain("Исчезнувший");
    expect(await seen("/profile/statistics")).toMatchObject({ data: { friends: 0 } });
    const refused = await Promise.all([
      add(asked, member),
      testFriendships(kampus)(asked, "accept", member.id),
      kampus.post(`/messenger/private/create/chat/${member.id}`, {}, { token: asked.token }),
      messenger.send(friend, chat.id),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const [found] = (await messenger.chats(friend, { q: "Исчезнувший" })).data;
    expect(found).toBeUndefined();
  });

  it.each([
    ["ru", "Удалённый участник"],
    ["uz", "Oʻchirilgan aʼzo"],
    ["en", "Deleted member"],
  ])("leaves messages that others can read, without a name, in %s", async (locale, fullname) => {
    const { member, friend, chat } = await setUp();
    await erase(member);
    const headers = { "accept-language": locale };
    const { token } = friend;
    const [history, chats] = await Promise.all(
      [`/messenger/private/getMessages/${chat.id}`, "/messenger/chats/all"].map((url) =>
        kampus.get(url, { token, headers }),
      ),
    );
    const person = { id: member.id, fullname, image: null, online: false, last_seen_at: null };
    expect(history?.json()).toMatchObject({ data: [{ author: person, text: "Салом" }] });
    expect(chats?.json()).toMatchObject({
      data: [{ id: chat.id, title: fullname, peer: person, last_message: { author: person } }],
    });
    expect(`${history?.body}${chats?.body}`).not.toContain("Исчезнувший");
  });

  it("does not keep a friend from resending a message from before the deletion: it is answered as stored", async () => {
    const { member, friend, messenger, chat } = await setUp();
    const message = { text: "Ответ", client_id: "5b0c1f4e-6d0e-4e3a-9f3c-0f6b5e1f2a11" };
    expect((await messenger.send(friend, chat.id, message)).statusCode).toBe(201);
    await erase(member);
    expect((await messenger.send(friend, chat.id, message)).statusCode).toBe(200);
  });

  it("leaves a group of theirs to another, whose open pages learn it at once", async () => {
    const { member, friend, messenger } = await setUp();
    const { id } = await messenger.group(member, "Физика", [friend]);
    const device = await connectSocket(kampus, { token: friend.token });
    await erase(member);
    await expect.poll(() => device.payloadsOf("chat_changed")).toEqual([{ chat_id: id }]);
    expect((await messenger.chat(friend, id, "group")).role).toBe("owner");
  });

  it("is restored by signing in within 30 days, with friends, requests and chats", async () => {
    const { member, friend, asked, messenger, chat, seen } = await setUp();
    await erase(member);
    await deletedDaysAgo(member, 29.9);
    const answer = await login(member);
    expect(statusAndBody(answer)).toMatchObject([
      200,
      { message: "Welcome back! Your account is restored", user: { id: member.id } },
    ]);
    const { token } = answer.json<{ token: string }>();
    expect((await kampus.get("/api/en/user", { token })).statusCode).toBe(200);
    expect(await seen(`/user/${member.id}`)).toMatchObject({ data: { status: "friends" } });
    expect((await seen("/profile/friends/from/disactive", asked)).text).toContain("Исчезнувший");
    expect((await messenger.send(friend, chat.id)).statusCode).toBe(201);
    expect(await messenger.unread({ token })).toBe(1);
    const again = await login(member);
    expect(again.json<{ message: string }>().message).toBe("You are signed in");
  });

  it("stays signed out of ended sessions after the restoration", async () => {
    const { member } = await setUp();
    await erase(member);
    await login(member);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(401);
  });

  it("is restored once by five logins at once, all of which succeed", async () => {
    const member = await kampus.signUp();
    await erase(member);
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(member)));
    for (const answer of answers) {
      const { token } = answer.json<{ token: string }>();
      expect((await kampus.get("/api/en/user", { token })).statusCode).toBe(200);
    }
  });

  it("keeps the address, so nobody else can take it, and a login with a wrong password is answered like an unknown one", async () => {
    const member = await kampus.signUp();
    await erase(member);
    await expect(kampus.signUp({ email: member.email })).rejects.toThrow("email");
    const wrong = await login({ ...member, password: "not it" });
    const unknown = await login({ ...member, email: "nobody.here@kampus.example" });
    expect(statusAndBody(wrong)).toEqual([422, unknown.json()]);
    await deletedDaysAgo(member, 30.1);
    expect(statusAndBody(await login(member))).toEqual([422, unknown.json()]);
  });
});

it("a deletion that races with a login leaves either a live session or none", async () => {
  for (let round = 0; round < 3; round += 1) {
    const member = await kampus.signUp();
    const [entered] = await Promise.all([
      login(member),
      ...Array.from({ length: 4 }, () => erase(member)),
    ]);
    const { deleted_at } = await kampus.rowOf(member);
    const { token = "" } = entered.json<{ token?: string }>();
    const seen = (await kampus.get("/api/en/user", { token })).statusCode;
    expect([entered.statusCode, seen]).toEqual([200, deleted_at === null ? 200 : 401]);
  }
});
