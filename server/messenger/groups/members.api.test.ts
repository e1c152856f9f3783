import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { GroupMemberList } from "#lib/messenger/contract/group-schema.ts";
import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterEach(closeSockets);

/** An owner, an admin, a member, and one who is not in the group. */
async function testGroup() {
  const [owner, admin, member, stranger] = await signedInMembers(kampus, 4);
  const { id } = await messenger.group(owner, "Физика", [admin, member]);
  await role(owner, id, admin, "admin");
  return { id, owner, admin, member, stranger };
}

const call = ({ token }: SignedInMember, what: string, id: number, body: object = {}) =>
  kampus.post(`/messenger/group/${what}/${id}`, body, { token });
const change = async (by: SignedInMember, id: number, body: object) =>
  (await call(by, "members", id, body)).statusCode;
const role = async (by: SignedInMember, id: number, of: { id: number }, to: ChatRole) =>
  (await call(by, "role", id, { user_id: of.id, role: to })).statusCode;
const list = async ({ token }: SignedInMember, id: number, query = {}) =>
  (await kampus.get(`/messenger/group/members/${id}`, { token, query })).json<GroupMemberList>();
const roles = async (by: SignedInMember, id: number) =>
  (await list(by, id)).data.map((one) => [one.person.id, one.role]);

describe("the members of a group", () => {
  it("are listed by role and by when they joined, with their roles, and found by name", async () => {
    const { id, owner, admin, member } = await testGroup();
    expect(await roles(member, id)).toEqual([
      [owner.id, "owner"],
      [admin.id, "admin"],
      [member.id, "member"],
    ]);
    const [named] = await insertMembers(kampus, [{ surname: "Юлдашев" }]);
    await change(owner, id, { add: [named.id] });
    expect((await list(member, id, { q: "yuldash" })).data.map((one) => one.person.id)).toEqual([
      named.id,
    ]);
  });

  it("come page by page, each once", async () => {
    const { id, owner } = await testGroup();
    const many = await insertMembers(
      kampus,
      Array.from({ length: 60 }, () => ({})),
    );
    await change(owner, id, { add: many.map((one) => one.id) });
    const first = await list(owner, id);
    const second = await list(owner, id, { cursor: first.meta.next });
    const ids = [...first.data, ...second.data].map(({ person }) => person.id);
    expect([ids.length, new Set(ids).size, second.meta.next]).toEqual([63, 63, null]);
  });

  it("are added by the owner and admins alone, and receive an event", async () => {
    const { id, owner, admin, member, stranger } = await testGroup();
    const device = await connectSocket(kampus, { token: stranger.token });
    expect(await change(member, id, { add: [stranger.id] })).toBe(403);
    expect(await change(stranger, id, { add: [stranger.id] })).toBe(404);
    expect(await change(admin, id, { add: [stranger.id] })).toBe(200);
    expect(await change(owner, id, { add: [stranger.id, owner.id] })).toBe(200);
    expect((await messenger.chat(stranger, id, "group")).members_count).toBe(4);
    await expect.poll(() => device.payloadsOf("chat_changed")).toContainEqual({ chat_id: id });
  });

  it("are added only if all accept messages from the adding member", async () => {
    const { id, admin, stranger } = await testGroup();
    const hidden = await oneMember(kampus);
    await profiles.hide(hidden, { messages: "friends" });
    const answer = await call(admin, "members", id, { add: [stranger.id, hidden.id] });
    expect(statusAndBody(answer)).toMatchObject([422, { errors: { add: [expect.any(String)] } }]);
    expect((await messenger.chat(admin, id, "group")).members_count).toBe(3);
  });

  it("are never more than 500", async () => {
    const { id, owner } = await testGroup();
    const many = await insertMembers(
      kampus,
      Array.from({ length: 498 }, () => ({})),
    );
    const ids = many.map((one) => one.id);
    const halves = [ids.slice(0, 249), ids.slice(249)];
    const answers = await Promise.all(halves.map((add) => change(owner, id, { add })));
    expect(answers.sort()).toEqual([200, 422]);
  });
});

describe("a member who is removed", () => {
  it("loses the whole group at once, and receives that it has changed and nothing more", async () => {
    const { id, owner, admin, member } = await testGroup();
    const device = await connectSocket(kampus, { token: member.token });
    await messenger.say(owner, id, "До", "group");
    await expect
      .poll(() => device.payloadsOf("all_new_messages_count").at(-1))
      .toEqual({ all_new_messages_count: 1 });
    expect(await change(admin, id, { remove: [member.id] })).toBe(200);
    await expect
      .poll(() => device.payloadsOf("all_new_messages_count").at(-1))
      .toEqual({ all_new_messages_count: 0 });
    expect(device.payloadsOf("chat_changed")).toContainEqual({ chat_id: id });
    await messenger.say(owner, id, "После", "group");
    const answers = [
      await kampus.get(`/messenger/chats/group/${id}`, { token: member.token }),
      await messenger.getMessages(member, id, {}, "group"),
      await messenger.send(member, id, "Салом", "group"),
      await messenger.read(member, id, 1, "group"),
      await kampus.get(`/messenger/group/members/${id}`, { token: member.token }),
      await call(member, "leave", id),
      await call(member, "rename", id, { title: "Моя" }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect((await messenger.chats(member)).data).toEqual([]);
    expect(device.payloadsOf("message")).toHaveLength(1);
  });

  it("sees only later messages when they are added again", async () => {
    const { id, owner, member } = await testGroup();
    await messenger.say(owner, id, "До", "group");
    await change(owner, id, { remove: [member.id] });
    await messenger.say(owner, id, "Без него", "group");
    await change(owner, id, { add: [member.id] });
    expect(await messenger.chat(member, id, "group")).toMatchObject({
      unread: 0,
      last_message: null,
    });
    const later = await messenger.say(owner, id, "После", "group");
    expect((await messenger.history(member, id, { before: 3 }, "group")).data).toEqual([]);
    expect((await messenger.history(member, id, {}, "group")).data).toEqual([later]);
    expect(await messenger.unread(member)).toBe(1);
  });

  it("is told nothing of what happened while they were away by sending an old message again", async () => {
    const { id, owner, member } = await testGroup();
    const changes = testMessageChanges(kampus, "group");
    const { seq: quoted } = await messenger.say(owner, id, "До", "group");
    const sent = { client_id: randomUUID(), text: "Моё", reply_to: quoted };
    const first = await messenger.say(member, id, sent, "group");
    expect(first.reply?.text).toBe("До");
    await change(owner, id, { remove: [member.id] });
    await changes.edited(owner, id, { seq: quoted, text: "Тайное" });
    await changes.reacted(owner, id, { seq: first.seq, emoji: "👍" });
    await change(owner, id, { add: [member.id] });

    expect(statusAndBody(await messenger.send(member, id, sent, "group"))).toEqual([
      200,
      { data: { ...first, reply_to: null, reply: null } },
    ]);
    expect((await messenger.history(owner, id, {}, "group")).data.map(({ text }) => text)).toEqual([
      "Тайное",
      "Моё",
    ]);
  });

  it("cannot be the owner or the caller, and can be an admin only when the owner removes them", async () => {
    const { id, owner, admin, member, stranger } = await testGroup();
    await change(owner, id, { add: [stranger.id] });
    await role(owner, id, stranger, "admin");
    expect(await change(admin, id, { remove: [owner.id] })).toBe(403);
    expect(await change(admin, id, { remove: [stranger.id] })).toBe(403);
    expect(await change(admin, id, { remove: [admin.id] })).toBe(422);
    expect(await change(member, id, { remove: [admin.id] })).toBe(403);
    expect(await change(owner, id, { remove: [stranger.id, 2_147_483_647] })).toBe(200);
  });
});

describe("roles", () => {
  it("are given by the owner alone", async () => {
    const { id, owner, admin, member, stranger } = await testGroup();
    expect(await role(admin, id, member, "admin")).toBe(403);
    expect(await role(member, id, member, "owner")).toBe(403);
    expect(await role(stranger, id, member, "admin")).toBe(404);
    expect(await role(owner, id, stranger, "admin")).toBe(422);
    expect(await role(owner, id, owner, "member")).toBe(422);
    expect(await role(owner, id, admin, "member")).toBe(200);
    expect((await roles(owner, id)).map(([, one]) => one)).toEqual(["owner", "member", "member"]);
  });

  it("include the owner's, which moves to the member who gets it", async () => {
    const { id, owner, admin, member } = await testGroup();
    expect(await role(owner, id, member, "owner")).toBe(200);
    expect(await roles(owner, id)).toEqual([
      [member.id, "owner"],
      [owner.id, "admin"],
      [admin.id, "admin"],
    ]);
    expect(await role(owner, id, admin, "member")).toBe(403);
  });
});

it("a group is renamed by the owner and admins, and found by its new name alone", async () => {
  const { id, admin, member } = await testGroup();
  expect((await call(member, "rename", id, { title: "Моя" })).statusCode).toBe(403);
  expect((await call(admin, "rename", id, { title: " Оптика " })).json()).toMatchObject({
    data: { title: "Оптика" },
  });
  const found = async (q: string) => (await messenger.chats(member, { q })).data.length;
  expect([await found("optika"), await found("физика")]).toEqual([1, 0]);
});

it("members who block each other still share the group, and neither sees the other's presence", async () => {
  const { id, admin, member } = await testGroup();
  await profiles.block(admin, member);
  const message = await messenger.say(admin, id, "Салом", "group");
  expect((await messenger.history(member, id, {}, "group")).data).toEqual([message]);
  expect(await change(admin, id, { add: [member.id] })).toBe(200);
  const [shown] = (await list(admin, id)).data.filter((one) => one.person.id === member.id);
  expect(shown?.person).toMatchObject({ online: false, last_seen_at: null });
});
