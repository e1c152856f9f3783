import { beforeAll, describe, expect, it } from "vitest";
import type { Chat, ChatList } from "#lib/messenger/contract/schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

const open = ({ token }: { token: string }, id: number | string) =>
  kampus.post(`/messenger/private/create/chat/${id}`, {}, { token });

describe("a private chat", () => {
  it("is opened with the other member as its title and peer, and empty", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    expect(statusAndBody(await open(one, other.id))).toEqual([
      200,
      {
        message: "Чат готов",
        data: {
          id: expect.any(Number) as number,
          kind: "private",
          title: other.fullname,
          image: null,
          class: null,
          peer: {
            id: other.id,
            fullname: other.fullname,
            image: null,
            online: false,
            last_seen_at: null,
          },
          members_count: 2,
          role: "member",
          last_message: null,
          unread: 0,
          last_seq: 0,
          last_read_seq: 0,
          last_change: 0,
          peers_read_seq: 0,
          peers_delivered_seq: 0,
          muted: false,
          pinned: false,
          draft: "",
          draft_version: 0,
          draft_mentions: [],
          draft_seq: 0,
        },
      },
    ]);
    const chat = await messenger.open(other, one);
    expect([chat.title, chat.peer?.id]).toEqual([one.fullname, one.id]);
  });

  it("is listed for the member who opened it, and for the other from its first message on", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(one, other);
    const listed = async () =>
      (await Promise.all([one, other].map((member) => messenger.chats(member)))).map(({ data }) =>
        data.map((chat) => chat.id),
      );
    expect(await listed()).toEqual([[id], []]);
    await messenger.say(one, id);
    expect(await listed()).toEqual([[id], [id]]);
  });

  it("is one for the two members however they race", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? open(one, other.id) : open(other, one.id),
      ),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    const ids = new Set(answers.map((answer) => answer.json<{ data: Chat }>().data.id));
    expect(ids.size).toBe(1);
    for (const member of [one, other])
      expect((await messenger.chats(member)).data.map(({ id }) => id)).toEqual([...ids]);
  });

  it("with the member themselves is refused on the field", async () => {
    const one = await oneMember(kampus);
    expect(statusAndBody(await open(one, one.id))).toMatchObject([
      422,
      { errors: { id: ["Недопустимое значение"] } },
    ]);
  });

  it("with an absent or unverified member, or with a text that is no id, is answered with the same 404", async () => {
    const one = await oneMember(kampus);
    const unverified = await oneMember(kampus, { verified: false });
    for (const id of [2_147_483_647, unverified.id, 0, -1, "1e3", "99999999999", "%00"]) {
      expect(statusAndBody(await open(one, id))).toEqual([
        404,
        { message: "Ничего не найдено", code: "not_found" },
      ]);
    }
    expect((await messenger.chats(one)).data).toEqual([]);
  });
});

describe("the list of chats", () => {
  let me: SignedInMember;
  let chats: Chat[];
  beforeAll(async () => {
    me = await oneMember(kampus);
    const peers = await signedInMembers(kampus, 65);
    chats = [];
    for (const [index, peer] of peers.entries()) {
      const chat = await messenger.open(me, peer);
      chats.push(chat);
      if (index === 9) await messenger.open(me, await oneMember(kampus, { surname: "Ҳасанова" }));
    }
  });

  const pages = async (query: Record<string, string> = {}) => {
    const found: ChatList[] = [await messenger.chats(me, query)];
    for (let next = found[0]?.meta.next; next; next = found.at(-1)?.meta.next)
      found.push(await messenger.chats(me, { ...query, cursor: next }));
    return found.map(({ data }) => data.map(({ id }) => id));
  };

  it("has the newest message first, 30 a page, each chat once", async () => {
    const [oldest, older] = chats;
    if (!oldest || !older) throw new Error("chats were opened");
    await messenger.say(me, older.id);
    await messenger.say(me, oldest.id);
    const found = await pages();
    expect(found.map((page) => page.length)).toEqual([30, 30, 6]);
    const ids = found.flat();
    expect(new Set(ids).size).toBe(66);
    expect(ids.slice(0, 2)).toEqual([oldest.id, older.id]);
    expect((await messenger.chats(me)).data[0]?.last_message).toMatchObject({ text: "Салом" });
  });

  it("is searched by words of the other's name", async () => {
    const [[id] = [], ...more] = await pages({ q: "тимур ҳасан" });
    expect(more).toEqual([]);
    expect(await messenger.chat(me, id ?? 0)).toMatchObject({
      title: "Ҳасанова Тимур Азизович",
    });
    expect(await pages({ q: "азиз" })).toHaveLength(3);
    expect(await pages({ q: "нетакого" })).toEqual([[]]);
    expect(await pages({ q: "&|!'\\" })).toEqual([[]]);
  });

  it("contains only chats of the requested kind", async () => {
    expect((await messenger.chats(me, {}, "private")).data).toHaveLength(30);
    expect((await messenger.chats(me, {}, "group")).data).toEqual([]);
    const answer = await kampus.get("/messenger/chats/other", { token: me.token });
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ["of nonsense", "bogus"],
    ["of another list", encodeCursor([1])],
    ["with a day that is none", encodeCursor([false, "2024-02-30T00:00:00.000Z", 1])],
    ["of the year 0", encodeCursor([false, "0000-01-01T00:00:00.000Z", 1])],
    ["with a word for an id", encodeCursor([false, "2024-01-01T00:00:00.000Z", "1"])],
  ])("refuses a forged cursor %s", async (_title, cursor) => {
    const answer = await kampus.get("/messenger/chats/all", { token: me.token, query: { cursor } });
    expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["cursor"]]);
  });
});
