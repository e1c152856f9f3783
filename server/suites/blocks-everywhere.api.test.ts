/** The effects of a block between two members, in every place where they meet. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
afterEach(closeSockets);

let blocker: SignedInMember;
let blocked: SignedInMember;
let chatId: number;
/** The two, from either side. */
let sides: [SignedInMember, SignedInMember][];
beforeEach(async () => {
  [blocker, blocked] = await signedInMembers(kampus, 2);
  sides = [
    [blocker, blocked],
    [blocked, blocker],
  ];
  chatId = (await messenger.open(blocker, blocked)).id;
  await messenger.say(blocker, chatId, "Салом");
  await messenger.say(blocked, chatId, "Ва алейкум");
  await kampus.db
    .updateTable("users")
    .set({ last_seen_at: new Date() })
    .where("id", "in", [blocker.id, blocked.id])
    .execute();
  await kampus.post(`/api/en/profile/blocks/${blocked.id}`, undefined, { token: blocker.token });
});

const send = ({ token }: SignedInMember) =>
  kampus.post(
    "/messenger/private/sendMessage",
    { chat_id: chatId, client_id: randomUUID(), text: "Ещё" },
    { token, headers: { "accept-language": "en" } },
  );

describe("a block between two members", () => {
  it("hides the profile of each, and all below it, like those of a missing member", async () => {
    for (const [viewer, { id }] of sides)
      for (const below of [
        "",
        "/statistics",
        ...["friends", "images", "media", "educations", "jobs"].map((name) => `/profile/${name}`),
      ]) {
        const [answer, missing] = await Promise.all(
          [id, 2_147_483_647].map((one) =>
            kampus.get(`/api/en/user/${one}${below}`, { token: viewer.token }),
          ),
        );
        expect([below, answer?.statusCode, answer?.json()]).toEqual([below, 404, missing?.json()]);
      }
  });

  it("counts no view of a profile that was not shown", async () => {
    const views = await kampus.db
      .selectFrom("profile_views")
      .selectAll()
      .where("user_id", "in", [blocker.id, blocked.id])
      .execute();
    expect(views).toEqual([]);
    for (const [viewer, { id }] of sides)
      await kampus.get(`/api/en/user/${id}`, { token: viewer.token });
    const statistics = await kampus.get("/api/en/profile/statistics", { token: blocker.token });
    expect(statistics.json()).toMatchObject({ data: { profile_views: 0 } });
  });

  it("leaves their chat readable, without the other's last visit", async () => {
    for (const [viewer, other] of sides) {
      const chat = await messenger.chat(viewer, chatId);
      const peer = { id: other.id, fullname: other.fullname, online: false, last_seen_at: null };
      expect(chat.peer).toMatchObject(peer);
      const { data } = await messenger.history(viewer, chatId);
      expect(data).toHaveLength(2);
      expect(data.find(({ author }) => author.id === other.id)?.author).toMatchObject(peer);
    }
  });

  it("refuses messages of either in it, and mentions a block only to the member who made it", async () => {
    const own = "You have blocked this member. Unblock them first";
    for (const [author, message] of [
      [blocker, own],
      [blocked, "You cannot write to this member"],
    ] as const) {
      expect(statusAndBody(await send(author))).toEqual([403, { message, code: "forbidden" }]);
    }
    expect((await messenger.history(blocker, chatId)).meta.last_seq).toBe(2);
  });

  it("reveals nothing of whose messages the other accepts", async () => {
    for (const [author, other] of sides) {
      await kampus.updateMember(other, { privacy_messages: "friends" });
      expect((await send(author)).json()).toMatchObject({
        message: expect.stringMatching(/^You (cannot write to|have blocked) this member/) as string,
      });
    }
  });

  it("hides read receipts from the other, but not from the member's own devices", async () => {
    const [own, others] = await Promise.all(
      [blocked, blocker].map(({ token }) => connectSocket(kampus, { token })),
    );
    await messenger.read(blocked, chatId, 1);
    await expect.poll(() => own?.payloadsOf("chat_read")).toHaveLength(1);
    await kampus.delete(`/api/en/profile/blocks/${blocked.id}`, { token: blocker.token });
    await messenger.read(blocker, chatId, 2);
    await expect
      .poll(() => others?.payloadsOf("chat_read").map((read) => read.user_id))
      .toEqual([blocker.id]);
  });

  it("hides each from the other, in search and in the friends of a third", async () => {
    const third = await oneMember(kampus);
    for (const member of [blocker, blocked]) await testProfiles(kampus).befriend(third, member);
    for (const [viewer, { id }] of sides)
      for (const path of [
        "users",
        `user/${third.id}/profile/friends`,
        "users/suggestions",
        "home",
      ]) {
        const answer = await kampus.get(`/api/en/${path}`, { token: viewer.token });
        expect([path, answer.statusCode]).toEqual([path, 200]);
        expect(answer.body).not.toContain(`"id":${id},`);
      }
  });

  it("lets neither begin a chat", async () => {
    for (const [author, { id }] of sides) {
      const [answer, missing] = await Promise.all(
        [id, 2_147_483_647].map((one) =>
          kampus.post(`/messenger/private/create/chat/${one}`, {}, { token: author.token }),
        ),
      );
      expect([answer?.statusCode, answer?.json()]).toEqual([404, missing?.json()]);
    }
  });

  it("ends when it is removed: they meet, see and write to each other", async () => {
    await kampus.delete(`/api/en/profile/blocks/${blocked.id}`, { token: blocker.token });
    for (const [viewer, { id }] of sides) {
      const profile = await kampus.get(`/api/en/user/${id}`, { token: viewer.token });
      expect(profile.json()).toMatchObject({ data: { status: "none", can_write: true } });
      const { data } = (
        await kampus.get("/api/en/users", { token: viewer.token })
      ).json<PeopleList>();
      expect(data.map((person) => person.id)).toContain(id);
      expect((await send(viewer)).statusCode).toBe(201);
    }
  });
});
