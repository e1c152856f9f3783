import { afterEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterEach(closeSockets);

const mark = ({ token }: SignedInMember, what: string, id: number, body: object, x = "private") =>
  kampus.post(`/messenger/${x}/${what}/${id}`, body, { token });
const listed = async (member: SignedInMember, query = {}) =>
  (await messenger.chats(member, query)).data.map(({ id }) => id);

/** A member with private chats of which the last has the newest message. */
async function withChats(count: number) {
  const me = await oneMember(kampus);
  const ids: number[] = [];
  for (const other of await signedInMembers(kampus, count)) {
    const { id } = await messenger.open(me, other);
    await messenger.say(me, id);
    ids.push(id);
  }
  return { me, ids };
}

describe("a pinned chat", () => {
  it("is listed first until it is unpinned, among pinned ones by its newest message", async () => {
    const { me, ids } = await withChats(4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const device = await connectSocket(kampus, { token: me.token });
    expect((await mark(me, "pin", b, { pinned: true })).json()).toMatchObject({
      data: { id: b, pinned: true },
    });
    await mark(me, "pin", a, { pinned: true });
    expect(await listed(me)).toEqual([b, a, d, c]);
    await messenger.say(me, a);
    expect(await listed(me)).toEqual([a, b, d, c]);
    await mark(me, "pin", a, { pinned: false });
    expect(await listed(me)).toEqual([b, a, d, c]);
    await expect.poll(() => device.payloadsOf("chat_changed").length).toBe(3);
  });

  it("is on one page only, and the pages together have every chat once", async () => {
    const { me, ids } = await withChats(35);
    for (const id of ids.slice(0, 3)) await mark(me, "pin", id, { pinned: true });
    const first = await messenger.chats(me);
    const second = await messenger.chats(me, { cursor: first.meta.next ?? "" });
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([30, 5, null]);
    const expected = [...ids.slice(0, 3).reverse(), ...ids.slice(3).reverse()];
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(expected);
  });

  it("is one of ten at most, even when they are pinned at once", async () => {
    const { me, ids } = await withChats(12);
    const answers = await Promise.all(ids.map((id) => mark(me, "pin", id, { pinned: true })));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
    expect(refused[0]?.json()).toMatchObject({ errors: { pinned: [expect.any(String)] } });
    const { data } = await messenger.chats(me);
    expect(data.filter(({ pinned }) => pinned)).toHaveLength(10);
  });
});

it("a muted chat is muted to the member alone, on all devices", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  const device = await connectSocket(kampus, { token: me.token });
  expect((await mark(me, "mute", id, { muted: true })).json()).toMatchObject({
    data: { muted: true },
  });
  await expect.poll(() => device.payloadsOf("chat_changed")).toEqual([{ chat_id: id }]);
  expect((await messenger.chat(other, id)).muted).toBe(false);
});

it("pages learn whose messages they alert nobody of: those in muted chats, and those of members whom the reader has blocked, not who has blocked them", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const [blocked, blocker] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  await mark(me, "mute", id, { muted: true });
  await profiles.block(me, blocked);
  await profiles.block(blocker, me);
  const unwanted = async ({ token }: SignedInMember) =>
    (await kampus.get("/messenger/muted/chats", { token })).json<unknown>();
  expect(await unwanted(me)).toEqual({ data: [id], blocked: [blocked.id] });
  expect(await unwanted(blocked)).toEqual({ data: [], blocked: [] });
});

describe("a chat marked as unread", () => {
  it("counts the messages of others from there on, while others still see it as read", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    for (const author of [other, me, other, me, other]) await messenger.say(author, id);
    await messenger.read(me, id, 5);
    const device = await connectSocket(kampus, { token: me.token });
    const answer = await mark(me, "markUnread", id, { seq: 2 });
    expect(answer.json()).toMatchObject({ data: { last_read_seq: 1, unread: 2 } });
    await expect
      .poll(() => device.payloadsOf("all_new_messages_count").at(-1))
      .toEqual({ all_new_messages_count: 2 });
    expect(await messenger.unread(me)).toBe(2);
    expect((await messenger.chat(other, id)).peers_read_seq).toBe(5);
    await messenger.say(me, id);
    expect((await messenger.chat(me, id)).unread).toBe(2);
    await messenger.read(me, id, 6);
    expect(await messenger.unread(me)).toBe(0);
  });

  it("from a message after the first unread one leaves the earlier ones unread, which nobody has seen", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    for (const author of [other, other, me, other, other]) await messenger.say(author, id);
    await messenger.read(me, id, 1);
    const answer = await mark(me, "markUnread", id, { seq: 5 });
    expect(answer.json()).toMatchObject({ data: { last_read_seq: 1, unread: 3 } });
    expect(await messenger.unread(me)).toBe(3);
  });

  it("has the right count while the member writes in it at once", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    for (let index = 0; index < 5; index += 1) await messenger.say(other, id);
    await Promise.all([
      ...Array.from({ length: 10 }, () => messenger.say(me, id)),
      ...[1, 3, 2, 5].map((seq) => mark(me, "markUnread", id, { seq })),
      messenger.read(me, id, 4),
    ]);
    const { unread, last_read_seq } = await messenger.chat(me, id);
    expect(unread).toBe(5 - Math.min(5, last_read_seq));
  });

  it.each([0, 3, -1, "1", 2_147_483_648])(
    "is refused from a message that it does not have: %s",
    async (seq) => {
      const [me, other] = await signedInMembers(kampus, 2);
      const { id } = await messenger.open(me, other);
      await messenger.say(other, id);
      await messenger.say(other, id);
      expect((await mark(me, "markUnread", id, { seq })).statusCode).toBe(422);
    },
  );
});
