import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "#lib/auth/schema.ts";
import type { FriendList } from "#lib/friends/schema.ts";
import type { PeopleList } from "#lib/people/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
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
const profiles = testProfiles(kampus);
const messenger = testMessenger(kampus);
afterEach(closeSockets);

const seenAt = "2025-03-01T10:20:30.456Z";
let one: SignedInMember;
let friend: SignedInMember;
let stranger: SignedInMember;
let chats: Map<SignedInMember, number>;
beforeEach(async () => {
  [one, friend] = await signedInMembers(kampus, 2);
  stranger = await oneMember(kampus);
  await profiles.befriend(one, friend);
  chats = new Map();
  for (const viewer of [friend, stranger]) {
    const chat = await messenger.open(viewer, one);
    await messenger.say(one, chat.id, "Салом");
    chats.set(viewer, chat.id);
  }
  await kampus.updateMember(one, { last_seen_at: new Date(seenAt) });
});

/** Every place in which `viewer` sees the member. */
async function meetings(viewer: SignedInMember): Promise<Record<string, Person | undefined>> {
  const get = async <T>(path: string, query = {}) =>
    (await kampus.get(path, { token: viewer.token, query })).json<T>();
  const isOne = ({ id }: { id: number }) => id === one.id;
  const chatId = chats.get(viewer) ?? 0;
  const chat = await messenger.chat(viewer, chatId);
  return {
    profile: (await get<{ data: Person }>(`/api/en/user/${one.id}`)).data,
    search: (await get<PeopleList>("/api/en/users")).data.find(isOne),
    peer: chat.peer ?? undefined,
    listedPeer:
      (await messenger.chats(viewer)).data.find(({ id }) => id === chatId)?.peer ?? undefined,
    lastAuthor: chat.last_message?.author,
    author: (await messenger.history(viewer, chatId)).data[0]?.author,
  };
}
const friendLists = async (viewer: SignedInMember, ownerId: number) => {
  const { token } = viewer;
  const paths = [`/api/en/user/${ownerId}/profile/friends`];
  if (viewer.id === ownerId) paths.push("/api/en/profile/friends/active");
  return Promise.all(
    paths.map(async (path) => {
      const { data } = (await kampus.get(path, { token })).json<FriendList>();
      return data.find(({ id }) => id === one.id)?.friend.last_seen_at;
    }),
  );
};

describe("a member's last visit", () => {
  it.each([
    ["everyone", seenAt, seenAt],
    ["friends", seenAt, null],
    ["nobody", null, null],
  ] as const)(
    "shows to %s wherever they are met, and to no one else",
    async (audience, toFriend, toStranger) => {
      await profiles.hide(one, { last_seen: audience });
      for (const [viewer, shown] of [
        [friend, toFriend],
        [stranger, toStranger],
      ] as const)
        for (const [place, person] of Object.entries(await meetings(viewer)))
          expect([place, person?.last_seen_at, person?.online]).toEqual([place, shown, false]);
      expect(await friendLists(friend, friend.id)).toEqual([toFriend, toFriend]);
      expect(await friendLists(stranger, friend.id)).toEqual([toStranger]);
    },
  );

  it("is not in events for all members of a chat, each of whom may see something else", async () => {
    for (const audience of ["everyone", "friends", "nobody"] as const) {
      await profiles.hide(one, { last_seen: audience });
      const device = await connectSocket(kampus, { token: friend.token });
      await messenger.say(one, chats.get(friend) ?? 0, "Ещё раз");
      await expect.poll(() => device.payloadsOf("message")).toHaveLength(1);
      expect(device.payloadsOf("message")[0]?.author.last_seen_at).toBeNull();
      device.socket.close();
    }
  });

  const lastSeenOf = async ({ id }: { id: number }) => {
    return (await dataFrom<Person>(kampus.get(`/api/en/user/${id}`, { token: friend.token })))
      .last_seen_at;
  };

  it("is when they signed up or in, however soon they left", async () => {
    const member = await kampus.member();
    expect(Date.parse((await lastSeenOf(member)) ?? "")).toBeGreaterThan(Date.now() - 60_000);
    await kampus.updateMember(member, { last_seen_at: new Date(seenAt) });
    await kampus.signIn(member.email, member.password);
    expect(Date.parse((await lastSeenOf(member)) ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  it("is their last request, some minutes late", async () => {
    const lastSeen = () => lastSeenOf(stranger);
    expect(await lastSeen()).toBeNull();
    await sql`UPDATE sessions SET last_used_at = now() - interval '6 minutes' WHERE user_id = ${stranger.id}`.execute(
      kampus.db,
    );
    const before = Date.now();
    await kampus.get("/api/en/user", { token: stranger.token });
    await expect.poll(lastSeen).not.toBeNull();
    expect(Math.abs(Date.parse((await lastSeen()) ?? "") - before)).toBeLessThan(60_000);
  });

  it("is hidden for a member who has deleted their account", async () => {
    await kampus.updateMember(one, { deleted_at: new Date() });
    const { peer, lastAuthor, author } = await meetings(friend);
    expect([peer, lastAuthor, author].map((person) => person?.last_seen_at)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
