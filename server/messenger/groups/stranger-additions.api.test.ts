import { describe, expect, it } from "vitest";
import { isRefusedForNow } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

/** Twenty strangers an hour. */
const kampus = kampusForFile({ RATE_LIMIT_SCALE: "0.02" });
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);

const inserted = async (count: number) =>
  await insertMembers(
    kampus,
    Array.from({ length: count }, () => ({})),
  );
const change = ({ token }: SignedInMember, id: number, add: { id: number }[]) =>
  kampus.post(`/messenger/group/members/${id}`, { add: add.map((one) => one.id) }, { token });

describe("members whom somebody adds to groups without being their friend", () => {
  it("are counted one by one, and a call beyond the limit adds nobody and leaves room for fewer", async () => {
    const [owner, friend, other] = await signedInMembers(kampus, 3);
    for (const one of [friend, other]) await profiles.befriend(owner, one);
    const strangers = await inserted(21);
    const { id } = await messenger.group(owner, "Физика", [friend, ...strangers.slice(0, 10)]);
    const size = async () => (await messenger.chat(owner, id, "group")).members_count;
    expect(isRefusedForNow(await change(owner, id, [other, ...strangers.slice(10)]))).toBe(true);
    expect(await size()).toBe(12);
    expect((await change(owner, id, strangers.slice(10, 20))).statusCode).toBe(200);
    expect(isRefusedForNow(await change(owner, id, strangers.slice(20)))).toBe(true);
    // Neither friends nor those who are in the group already count.
    expect((await change(owner, id, [other, ...strangers.slice(0, 10)])).statusCode).toBe(200);
    expect(await size()).toBe(23);
  });

  it("are not counted where one of them cannot be added", async () => {
    const owner = await oneMember(kampus);
    const hidden = await oneMember(kampus);
    await profiles.hide(hidden, { messages: "friends" });
    const strangers = await inserted(20);
    const { id } = await messenger.group(owner, "Физика", strangers.slice(0, 1));
    const rest = strangers.slice(1);
    expect((await change(owner, id, [hidden, ...rest])).statusCode).toBe(422);
    expect((await change(owner, id, rest)).statusCode).toBe(200);
  });

  it("are counted when a group is made, which is not made beyond the limit", async () => {
    const owner = await oneMember(kampus);
    const [first, ...members] = (await inserted(21)).map(({ id }) => id);
    const body = { title: "Физика", members };
    const answer = await kampus.post(`/messenger/group/create/chat/${first}`, body, {
      token: owner.token,
    });
    expect(isRefusedForNow(answer)).toBe(true);
    expect((await messenger.chats(owner)).data).toEqual([]);
  });
});
