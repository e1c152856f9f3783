import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatKind, Message } from "#lib/messenger/contract/schema.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterEach(closeSockets);

let author: SignedInMember;
let forwarder: SignedInMember;
let reader: SignedInMember;
/** The message that is forwarded. */
let original: { chat_id: number; seq: number };
beforeEach(async () => {
  [author, forwarder] = await signedInMembers(kampus, 2);
  reader = await oneMember(kampus);
  await kampus.updateMember(author, { surname: "Сокрытый" });
  await testImages(kampus).add(author);
  const file = await testMedia(kampus).attachment(author);
  const { id } = await messenger.open(author, forwarder);
  const message = { text: "Экзамен в пятницу", attachments: [file.id] };
  original = { chat_id: id, seq: (await messenger.say(author, id, message)).seq };
});

/** Forwards into a chat, and reacts to it; returns how `member` is shown its original author by each answer and event. */
async function originalAuthorsSeenBy(member: SignedInMember, chatId: number, x: ChatKind) {
  const { token } = member;
  const device = await connectSocket(kampus, { token });
  const { seq } = await messenger.say(forwarder, chatId, { forward: original }, x);
  const path = (what: string) => `/messenger/${x}/${what}/${chatId}`;
  await kampus.post(path("react"), { seq, emoji: "👍" }, { token: forwarder.token });
  await expect.poll(() => device.payloadsOf("message_changed")).toHaveLength(1);
  const get = async (address: string, query = {}) =>
    (await kampus.get(address, { token, query })).json<{ data: Message[] }>().data;
  const reacted = await kampus.post(path("react"), { seq, emoji: "🎓" }, { token });
  const seen = {
    message: device.payloadsOf("message")[0],
    changed: device.payloadsOf("message_changed")[0],
    answer: reacted.json<{ data: Message }>().data,
    history: (await get(path("getMessages"))).at(-1),
    changes: (await get(path("getChanges"))).at(-1),
    last: (await messenger.chat(member, chatId, x)).last_message,
    found: (await get("/messenger/search", { q: "экзамен" }))[0],
  };
  return Object.entries(seen).map(([where, message]) => {
    const { id, fullname, image } = message?.forwarded_from ?? {};
    return [where, id, fullname, image?.url ? "with image" : "without"];
  });
}

const inOrder = ["message", "changed", "answer", "history", "changes", "last", "found"];
const shown = () => {
  const fullname = author.fullname.replace(/^\S+/, "Сокрытый");
  return inOrder.map((where) => [where, author.id, fullname, "with image"]);
};
/** As a member who has deleted their account: each device names these in its language. */
const hidden = () =>
  inOrder.map((where) => {
    const isEvent = where === "message" || where === "changed";
    return [where, author.id, isEvent ? "" : "Удалённый участник", "without"];
  });

describe("the author of a forwarded message", () => {
  it.each(["has blocked", "is blocked by"])(
    "who %s the reader is shown to them as one who is gone, by every answer and event, and to others as they are",
    async (direction) => {
      const pair = direction === "has blocked" ? [author, reader] : [reader, author];
      await profiles.block(...(pair as [SignedInMember, SignedInMember]));
      const withReader = await messenger.open(forwarder, reader);
      expect(await originalAuthorsSeenBy(reader, withReader.id, "private")).toEqual(hidden());
      const other = await oneMember(kampus);
      const withOther = await messenger.open(forwarder, other);
      expect(await originalAuthorsSeenBy(other, withOther.id, "private")).toEqual(shown());
    },
  );

  it("is shown across a block in a group of both, and not once they have left it", async () => {
    const group = await messenger.group(forwarder, "Курс", [author, reader]);
    await profiles.block(author, reader);
    expect(await originalAuthorsSeenBy(reader, group.id, "group")).toEqual(shown());
    await kampus.post(`/messenger/group/leave/${group.id}`, {}, { token: author.token });
    expect(await originalAuthorsSeenBy(reader, group.id, "group")).toEqual(hidden());
  });

  it("is hidden from the reader alone in a group of others, whether or not the message has files", async () => {
    await profiles.block(reader, author);
    const other = await oneMember(kampus);
    const group = await messenger.group(forwarder, "Курс", [reader, other]);
    const device = await connectSocket(kampus, { token: other.token });
    expect(await originalAuthorsSeenBy(reader, group.id, "group")).toEqual(hidden());
    await sql`DELETE FROM message_attachments WHERE chat_id = ${original.chat_id}`.execute(
      kampus.db,
    );
    expect(await originalAuthorsSeenBy(reader, group.id, "group")).toEqual(hidden());
    const originalAuthors = device
      .payloadsOf("message")
      .map(({ forwarded_from }) => forwarded_from);
    expect(originalAuthors).toMatchObject([{ image: {} }, { image: {} }]);
  });
});
