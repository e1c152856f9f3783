/** What the operator sees and changes of chats. */
import { afterEach, describe, expect, it } from "vitest";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const chats = (...words: (string | number)[]) =>
  testOperator(kampus)("chats", ...words.map(String));
/** A publication waits for the next poll of a node. */
const soon = { timeout: 15_000 };
afterEach(closeSockets);

const newGroup = async (title = "Плохое") => {
  const [owner, other] = await signedInMembers(kampus, 2);
  return { owner, other, id: (await messenger.group(owner, title, [other])).id };
};
const titlesOf = async (member: { token: string }) =>
  (await messenger.chats(member)).data.map(({ title }) => title);

describe("chats show", () => {
  it("names title, owner, size and open reports of a group, and neither its members nor what is written in it", async () => {
    const { owner, other, id } = await newGroup("Выпускники");
    await messenger.say(other, id, "Секрет", "group");
    await kampus.post("/api/en/reports", { chat_id: id, reason: "abuse" }, other);
    const lines = await chats("show", id);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^chat +${id}, group, since 20`)),
      "title     Выпускники",
      `owner     ${owner.id} ${owner.fullname}`,
      "members   2",
      expect.stringMatching(/^messages +1, the last 20/),
      "reports   1 open",
    ]);
    const json = (await chats("show", id, "--json")).join("\n");
    expect(JSON.parse(json)).toMatchObject({
      id,
      owner_id: owner.id,
      members: 2,
      member_ids: null,
    });
    expect(json).not.toContain("Секрет");
    await expect(chats("show", 2_147_483_647)).rejects.toThrow("there is no chat");
  });

  it("names the class of its chat, and both members of a private one", async () => {
    const school = await testClass(kampus, 1);
    const [member] = school.members;
    const lines = await chats("show", await school.chat(member));
    expect(lines).toContain(`class     2014 of institution ${school.place.objectId} `.trimEnd());
    const other = await oneMember(kampus);
    const { id } = await messenger.open(member, other);
    expect(await chats("show", id)).toContain(`members   2: ${member.id}, ${other.id}`);
  });
});

describe("chats rename", () => {
  it("gives a group another title, which open pages learn of", async () => {
    const { owner, other, id } = await newGroup();
    const device = await connectSocket(kampus, { token: other.token });
    expect(await chats("rename", id, "Группа")).toEqual([`✓ Renamed chat ${id} Плохое to Группа`]);
    expect(await titlesOf(owner)).toEqual(["Группа"]);
    await expect
      .poll(() => device.payloadsOf("chat_changed"), soon)
      .toContainEqual({ chat_id: id });
  });

  it("refuses titles that members may not give, private chats, and changes nothing in a dry run", async () => {
    const { owner, other, id } = await newGroup();
    await expect(chats("rename", id, "Администрация Kampus")).rejects.toThrow(/^title: /);
    await expect(chats("rename", id, " ")).rejects.toThrow(/^title: /);
    await chats("rename", id, "Группа", "--dry-run");
    expect(await titlesOf(owner)).toEqual(["Плохое"]);
    const conversation = await messenger.open(owner, other);
    const refused = chats("rename", conversation.id, "Группа");
    await expect(refused).rejects.toThrow(`there is no group ${conversation.id}`);
  });
});

describe("chats remove-image", () => {
  it("takes the image from a group and its file from the store, and publishes it to open pages", async () => {
    const { owner, other, id } = await newGroup();
    const content = await plainImage().jpeg().toBuffer();
    const form = multipartOf(["image", content, "a.jpg"]);
    await kampus.post(`/messenger/group/image/${id}`, form, { token: owner.token });
    const { image } = await messenger.chat(other, id, "group");
    const device = await connectSocket(kampus, { token: other.token });
    await chats("remove-image", id, "--dry-run");
    expect((await messenger.chat(other, id, "group")).image).toEqual(image);
    expect(await chats("remove-image", id)).toEqual([`✓ Removed the image of chat ${id} Плохое`]);
    expect((await messenger.chat(other, id, "group")).image).toBeNull();
    await expect
      .poll(() => device.payloadsOf("chat_changed"), soon)
      .toContainEqual({ chat_id: id });
    await expect.poll(() => testMedia(kampus).stored(image?.url ?? ""), soon).toBeNull();
    await expect(chats("remove-image", id)).rejects.toThrow(`chat ${id} has no image`);
  });
});

describe("chats close", () => {
  it("takes everybody out of a group, ends its links, and leaves nothing of it", async () => {
    const { owner, other, id } = await newGroup();
    const media = testMedia(kampus);
    const file = await media.attachment(owner);
    await messenger.say(owner, id, { text: "Плохое", attachments: [file.id] }, "group");
    const invitations = testInvitations(kampus);
    const link = await invitations.made(owner, { kind: "group", chat_id: id });
    const device = await connectSocket(kampus, { token: other.token });
    await expect.poll(() => device.payloadsOf("all_new_messages_count").length).toBeGreaterThan(0);
    expect(await chats("close", id)).toEqual([`✓ Closed chat ${id} Плохое, which had 2 members`]);
    for (const member of [owner, other]) {
      expect(await titlesOf(member)).toEqual([]);
      expect((await messenger.send(member, id, "Ещё", "group")).statusCode).toBe(404);
    }
    expect((await invitations.read(link.code)).statusCode).toBe(404);
    await expect
      .poll(() => device.payloadsOf("chat_changed"), soon)
      .toContainEqual({ chat_id: id });
    await expect
      .poll(() => device.payloadsOf("all_new_messages_count").at(-1), soon)
      .toEqual({ all_new_messages_count: 0 });
    const left = () => kampus.db.selectFrom("chats").select("id").where("id", "=", id).execute();
    await expect.poll(left, soon).toEqual([]);
    await expect.poll(() => media.stored(file.url), soon).toBeNull();
    await expect(chats("close", id)).rejects.toThrow(/there is no group|has left/);
  });

  it("lets a class open a new chat", async () => {
    const school = await testClass(kampus, 1);
    const [member] = school.members;
    const id = await school.chat(member);
    await chats("close", id);
    const { objectId, key } = school.place;
    const url = `/api/en/objects/${objectId}/classes/${key}/chat`;
    const opened = await kampus.post(url, {}, { token: member.token });
    expect(opened.statusCode).toBeLessThan(300);
    expect(opened.json<{ data: { id: number } }>().data.id).not.toBe(id);
  });

  it("changes nothing in a dry run, and closes no private chat", async () => {
    const { owner, other, id } = await newGroup();
    await chats("close", id, "--dry-run");
    expect(await titlesOf(owner)).toEqual(["Плохое"]);
    const conversation = await messenger.open(owner, other);
    const refused = chats("close", conversation.id);
    await expect(refused).rejects.toThrow(`there is no group ${conversation.id}`);
  });
});
