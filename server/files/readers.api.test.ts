import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);
const messenger = testMessenger(kampus);
let picture: Buffer;
beforeAll(async () => {
  picture = await plainImage(300, 200).png().toBuffer();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeSockets();
});

/** A group with a photo by its owner, and each member's address of it. */
async function groupWithPhoto() {
  const [owner, reader, other] = await signedInMembers(kampus, 3);
  const chat = await messenger.group(owner, "Фото", [reader, other]);
  const { id } = await media.attachment(owner, picture, "a.png");
  const said = await messenger.say(owner, chat.id, { attachments: [id] }, "group");
  const photoOf = async (member: SignedInMember) => {
    const { data } = await messenger.history(member, chat.id, {}, "group");
    return data.find(({ seq }) => seq === said.seq)?.attachments[0];
  };
  const linksOf = async (member: SignedInMember) => addresses(await photoOf(member));
  return { owner, reader, other, chat, said, linksOf };
}

const addresses = (photo: Media | undefined) => [photo?.url ?? "", photo?.thumb_url ?? ""];
const statuses = async (links: string[]) =>
  Promise.all(links.map(async (link) => (await kampus.get(link)).statusCode));
const bodyOf = async (link = "") => (await kampus.get(link)).body;
const removeFrom = (groupId: number, { id }: { id: number }, from: SignedInMember) =>
  kampus.post(`/messenger/group/members/${groupId}`, { remove: [id] }, { token: from.token });
/** Expires what a node has cached of readers. */
const realNow = performance.now.bind(performance);
const aMinuteLater = () =>
  vi.spyOn(performance, "now").mockImplementation(() => realNow() + 60_000);

describe("the link to a file of a message", () => {
  it("names its reader, stays the same all day wherever they see it, and differs for everybody else", async () => {
    const { owner, reader, said, linksOf } = await groupWithPhoto();
    const links = await linksOf(reader);
    expect(links[0]).toContain(`reader=${reader.id}&`);
    expect(await linksOf(reader)).toEqual(links);
    expect(addresses(said.attachments[0])).toEqual(await linksOf(owner));
    expect(await linksOf(owner)).not.toEqual(links);
    expect(links.join()).not.toContain(reader.token);
    expect(await statuses([...links, ...(await linksOf(owner))])).toEqual([200, 200, 200, 200]);
  });

  it("is each recipient's own in a live message and in its changes", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const chat = await messenger.open(one, other);
    const received = async ({ token }: SignedInMember) => {
      const { socket } = await connectSocket(kampus, { token });
      const messages: Message[] = [];
      for (const event of ["message", "message_changed"])
        socket.on(event, (message: Message) => messages.push(message));
      return messages;
    };
    const [byOne, byOther] = [await received(one), await received(other)];
    const { id } = await media.attachment(one, picture, "a.png");
    const said = await messenger.say(one, chat.id, { attachments: [id] });
    await kampus.post(
      `/messenger/private/react/${chat.id}`,
      { seq: said.seq, emoji: "👍" },
      { token: other.token },
    );
    await expect.poll(() => [byOne.length, byOther.length]).toEqual([2, 2]);
    for (const [member, messages] of [
      [one, byOne],
      [other, byOther],
    ] as const)
      for (const { attachments } of messages) {
        expect(attachments[0]?.url).toContain(`reader=${member.id}&`);
        expect(await statuses(addresses(attachments[0]))).toEqual([200, 200]);
      }
  });

  it("stops working within a minute once the reader was removed, but not for the others", async () => {
    const { owner, reader, other, chat, linksOf } = await groupWithPhoto();
    const [links, others] = [await linksOf(reader), await linksOf(other)];
    expect(await statuses([...links, ...others])).toEqual([200, 200, 200, 200]);
    expect((await removeFrom(chat.id, reader, owner)).statusCode).toBe(200);
    aMinuteLater();
    expect(await statuses([...links, ...others])).toEqual([404, 404, 200, 200]);
    expect(await bodyOf(links[0])).toBe(await bodyOf(`/files/media/${"0".repeat(32)}/file`));
  });

  it("stops working once the reader has left, even when they return, for messages from before", async () => {
    const { owner, reader, chat, linksOf } = await groupWithPhoto();
    const links = await linksOf(reader);
    await kampus.post(`/messenger/group/leave/${chat.id}`, {}, { token: reader.token });
    expect(await statuses(links)).toEqual([404, 404]);
    await kampus.post(
      `/messenger/group/members/${chat.id}`,
      { add: [reader.id] },
      { token: owner.token },
    );
    expect(await statuses(links)).toEqual([404, 404]);
  });

  it("stops working once the message is deleted", async () => {
    const { owner, reader, chat, said, linksOf } = await groupWithPhoto();
    const links = await linksOf(reader);
    await kampus.post(
      `/messenger/group/deleteMessage/${chat.id}`,
      { seq: said.seq },
      { token: owner.token },
    );
    expect(await statuses(links)).toEqual([404, 404]);
  });

  it("stops working within a minute once a session of the reader was ended, and a new sign-in gets another", async () => {
    const { reader, linksOf } = await groupWithPhoto();
    const elsewhere = {
      ...reader,
      token: await insertSession(kampus.db, reader.id, { userAgent: "phone", ip: "127.0.0.1" }),
    };
    const links = await linksOf(elsewhere);
    expect(await statuses(links)).toEqual([200, 200]);
    const ended = await kampus.delete("/api/en/profile/setting/sessions", {
      token: reader.token,
      body: { password: reader.password },
    });
    expect(ended.statusCode).toBe(200);
    aMinuteLater();
    expect(await statuses(links)).toEqual([404, 404]);
    const anew = await linksOf(reader);
    expect(anew).not.toEqual(links);
    expect(await statuses(anew)).toEqual([200, 200]);
  });

  it("stops working within a minute once the reader has signed out everywhere else, even without other sessions", async () => {
    const { reader, linksOf } = await groupWithPhoto();
    const links = await linksOf(reader);
    const ended = await kampus.delete("/api/en/profile/setting/sessions", {
      token: reader.token,
      body: { password: reader.password },
    });
    expect(ended.statusCode).toBe(200);
    expect(await statuses(links)).toEqual([404, 404]);
    expect(await statuses(await linksOf(reader))).toEqual([200, 200]);
  });

  it("stops working once the reader has signed out, or was suspended by the operator", async () => {
    const [out, suspended] = [await groupWithPhoto(), await groupWithPhoto()];
    const links = [await out.linksOf(out.reader), await suspended.linksOf(suspended.reader)];
    await kampus.post("/api/logout", undefined, { token: out.reader.token });
    await testOperator(kampus)(
      "members",
      "suspend",
      String(suspended.reader.id),
      "--reason",
      "spam",
    );
    for (const each of links) expect(await statuses(each)).toEqual([404, 404]);
  });

  it("works for the owner alone until a message holds the file", async () => {
    const [owner, stranger] = await signedInMembers(kampus, 2);
    const { url } = await media.attachment(owner, picture, "a.png");
    expect(await statuses([url, url.replace(`=${owner.id}&`, `=${stranger.id}&`)])).toEqual([
      200, 404,
    ]);
  });
});

describe("a session that ran out", () => {
  it("invalidates no links when it is swept: those of other devices still work", async () => {
    const { reader, linksOf } = await groupWithPhoto();
    await insertSession(kampus.db, reader.id, { userAgent: "old phone", ip: "127.0.0.1" });
    const links = await linksOf(reader);
    await kampus.db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1_000), created_at: new Date(Date.now() - 2_000) })
      .where("user_id", "=", reader.id)
      .where("user_agent", "=", "old phone")
      .execute();
    await kampus.db
      .deleteFrom("sessions")
      .where("user_id", "=", reader.id)
      .where("user_agent", "=", "old phone")
      .execute();
    expect(await statuses(links)).toEqual([200, 200]);
  });
});
