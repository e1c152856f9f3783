import { describe, expect, it } from "vitest";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const images = testImages(kampus);

interface Member {
  id: number;
  token: string;
}
const mainOf = async (member: Member) => {
  const { data } = await images.list(member);
  return data.filter(({ is_main }) => is_main).map(({ id }) => id);
};

describe("the main image", () => {
  it("is the first one, then the chosen one", async () => {
    const member = await oneMember(kampus);
    const first = await images.add(member);
    const second = await images.add(member);
    expect([first.is_main, second.is_main]).toEqual([true, false]);
    expect(await mainOf(member)).toEqual([first.id]);
    expect((await images.setMain(member, second.id)).json()).toEqual({
      message: "The main photo is chosen",
    });
    expect(await mainOf(member)).toEqual([second.id]);
  });

  it("is replaced by the newest of the others when it is deleted, and stays when another is", async () => {
    const member = await oneMember(kampus);
    const [first, second, third] = [
      await images.add(member),
      await images.add(member),
      await images.add(member),
    ];
    await images.delete(member, second.id);
    expect(await mainOf(member)).toEqual([first.id]);
    await images.delete(member, first.id);
    expect(await mainOf(member)).toEqual([third.id]);
    await images.delete(member, third.id);
    expect(await images.list(member)).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await images.add(member)).is_main).toBe(true);
  });

  it("changes at once wherever the member is shown", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await testProfiles(kampus).befriend(one, other);
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(other, one);
    await messenger.say(one, chat.id, "Салом");
    const seen = async () => {
      const views: [string, Member][] = [
        ["/api/en/user", one],
        [`/api/en/user/${one.id}`, other],
        ["/api/en/profile/friends/active", other],
        ["/api/en/users", other],
        ["/messenger/chats/all", other],
        [`/messenger/private/getMessages/${chat.id}`, other],
      ];
      const answers = await Promise.all(
        views.map(([path, { token }]) => kampus.get(path, { token })),
      );
      return answers.map(({ body }) => body);
    };
    const first = await images.add(one);
    for (const body of await seen()) expect(body).toContain(first.url);
    const second = await images.add(one);
    await images.setMain(one, second.id);
    for (const body of await seen()) {
      expect(body).toContain(second.url);
      expect(body).not.toContain(first.url);
    }
    await images.delete(one, second.id);
    for (const body of await seen()) expect(body).toContain(first.url);
    await images.delete(one, first.id);
    for (const body of await seen()) expect(body).not.toContain(first.url);
  });
});
