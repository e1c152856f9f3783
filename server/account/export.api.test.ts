import { describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

const path = "/api/en/profile/setting/export";
const take = async ({ token, password }: { token: string; password: string }) => {
  const answer = await kampus.post(path, { password }, { token });
  const files = readZip(answer.rawPayload);
  const parsed = new Map(
    [...files].map(([name, text]) => [name, JSON.parse(text) as unknown] as const),
  );
  return { answer, names: [...files.keys()], file: (name: string) => parsed.get(name) };
};

/** Inserts messages that look as if they had been written one by one. */
const insertMessages = (chatId: number, authorId: number, count: number) =>
  kampus.db.transaction().execute(async (trx) => {
    for (let from = 1; from <= count; from += 1_000)
      await trx
        .insertInto("messages")
        .values(
          Array.from({ length: Math.min(1_000, count - from + 1) }, (_, index) => ({
            chat_id: chatId,
            seq: from + index,
            author_id: authorId,
            client_id: crypto.randomUUID(),
            text: `Сообщение ${from + index}: ${crypto.randomUUID()}`,
          })),
        )
        .execute();
    await trx
      .updateTable("chats")
      .set({ last_seq: count, last_message_at: new Date() })
      .where("id", "=", chatId)
      .execute();
  });

describe("the archive of a member", () => {
  it("is a ZIP that browsers save under the name of the day and do not cache", async () => {
    const { answer } = await take(await oneMember(kampus, {}));
    expect([answer.statusCode, answer.headers]).toMatchObject([
      200,
      {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="kampus-${new Date().toISOString().slice(0, 10)}.zip"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    ]);
  });

  it("contains the account, sessions, friends and requests, chats and every message, own and received", async () => {
    const [member, friend] = await signedInMembers(kampus, 2);
    const asked = await oneMember(kampus, {});
    await kampus.updateMember(member, { time_zone: "Asia/Tokyo" });
    const add = (from: { token: string }, to: { id: number }) =>
      testFriendships(kampus)(from, "add", to.id);
    await add(member, friend);
    await add(friend, member);
    await add(member, asked);
    const blocked = await oneMember(kampus, {});
    await kampus.post(`/api/en/profile/blocks/${blocked.id}`, undefined, { token: member.token });
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(member, friend);
    const own = await messenger.say(member, chat.id, "Салом \u2028 </script> 🙂");
    const received = await messenger.say(friend, chat.id, { text: "Ответ", reply_to: own.seq });
    const { names, file } = await take(member);
    expect(names).toEqual(
      expect.arrayContaining([
        "account.json",
        "settings.json",
        "sessions.json",
        "friends.json",
        "blocked.json",
        "reports.json",
        "schools-made.json",
        "institution-requests.json",
        "chats.json",
        `chats/${chat.id}.json`,
      ]),
    );
    expect(file("account.json")).toMatchObject({ id: member.id, surname: "Саидов", phone: null });
    expect(file("settings.json")).toEqual({ language: "ru", time_zone: "Asia/Tokyo" });
    expect(file("sessions.json")).toMatchObject([{ user_agent: "test", ip: "127.0.0.1" }]);
    expect(file("friends.json")).toMatchObject([
      { id: friend.id, fullname: friend.fullname, status: "friends" },
      { id: asked.id, status: "outgoing" },
    ]);
    expect(file("blocked.json")).toMatchObject([{ id: blocked.id, fullname: blocked.fullname }]);
    expect(file("chats.json")).toMatchObject([
      { id: chat.id, kind: "private", peer: { id: friend.id, fullname: friend.fullname } },
    ]);
    expect(file(`chats/${chat.id}.json`)).toEqual(
      [own, received].map(({ seq, author, text, reply_to, created_at }) => ({
        seq,
        author: { id: author.id, fullname: author.fullname },
        text,
        reply_to,
        mentions: [],
        attachments: [],
        forwarded_from: null,
        reactions: [],
        created_at,
        edited_at: null,
        deleted_at: null,
      })),
    );
  });

  it("contains no secret that signs in, and no chat of others", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus, {});
    const messenger = testMessenger(kampus);
    const foreign = await messenger.open(one, other);
    await messenger.say(one, foreign.id, "чужое");
    const unopened = await messenger.open(other, third);
    const { answer, names } = await take(third);
    expect(names.join()).not.toMatch(new RegExp(`chats/(${foreign.id}|${unopened.id})\\.json`));
    const text = [...readZip(answer.rawPayload).values()].join("");
    for (const secret of ["чужое", third.token, third.password, "password", "hash"])
      expect(text).not.toContain(secret);
  });

  it("contains long chats completely, in order, and more chats than fit a page", async () => {
    const member = await oneMember(kampus, {});
    const messenger = testMessenger(kampus);
    const chats = await times(105, async () => messenger.open(member, await oneMember(kampus, {})));
    const long = chats[50]?.id ?? 0;
    await insertMessages(long, member.id, 1_203);
    const { names, file } = await take(member);
    expect(names.filter((name) => name.startsWith("chats/"))).toHaveLength(105);
    const messages = file(`chats/${long}.json`) as { seq: number }[];
    expect(messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 1_203 }, (_, index) => index + 1),
    );
  });

  it("is open to unverified members, and closed to a visitor", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    expect((await take(unverified)).names).toContain("account.json");
    for (const answer of [await kampus.post(path, {}), await kampus.get(path)])
      expect(statusAndBody(answer)).toMatchObject([401, { code: "unauthenticated" }]);
  });
});

describe("archives", () => {
  const limited = limitedKampus();

  it("are limited to five an hour for each member", async () => {
    const [one, other] = await signedInMembers(limited.kampus, 2);
    const ask = ({ token, password }: { token: string; password: string }) =>
      limited.kampus.post(path, { password }, { token });
    expect(statuses(await times(6, () => ask(one)))).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(other)).statusCode).toBe(200);
  });
});
