import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { lockChat } from "#server/messenger/chats/lock-chat.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const media = testMedia(kampus);
const message = testMessageChanges(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
});

describe("the archive of a member", () => {
  it("contains files, mentions, reactions, edits and the authors of forwarded messages, without addresses", async () => {
    const file = await media.attachment(other);
    const mentions = [{ id: one.id, offset: 0, length: 5 }];
    await messenger.say(other, chatId, { text: "Тимур, вот", mentions, attachments: [file.id] });
    await messenger.say(one, chatId, { forward: { chat_id: chatId, seq: 1 } });
    await messenger.say(one, chatId, "Превет");
    await message.edited(one, chatId, { seq: 3, text: "Привет" });
    await message.reacted(one, chatId, { seq: 1, emoji: "👍" });
    const files = readZip(await downloadArchive(kampus, one));
    const written = files.get(`chats/${chatId}.json`) ?? "";
    const { url: _, thumb_url: __, ...described } = file;
    expect(JSON.parse(written)).toMatchObject([
      {
        mentions,
        attachments: [described],
        reactions: [{ emoji: "👍", user_ids: [one.id] }],
        forwarded_from: null,
      },
      { forwarded_from: { id: other.id, fullname: other.fullname }, attachments: [described] },
      { text: "Привет", edited_at: expect.any(String) as string },
    ]);
    expect(written).not.toContain("signature");
  });
});

describe("a purged member", () => {
  it("leaves neither files nor reactions in messages, which stay", async () => {
    const [first, second] = [await media.attachment(one), await media.attachment(one)];
    await messenger.say(one, chatId, { text: "Вот", attachments: [first.id] });
    await messenger.say(one, chatId, { attachments: [second.id] });
    await messenger.say(other, chatId, "Спасибо");
    await messenger.say(other, chatId, { forward: { chat_id: chatId, seq: 1 } });
    await message.reacted(one, chatId, { seq: 3, emoji: "👍" });
    await kampus.purge(one);
    const { data } = await messenger.history(other, chatId);
    expect(
      data.map(({ text, attachments, reactions, deleted_at }) => [
        text,
        attachments.length + reactions.length,
        deleted_at !== null,
      ]),
    ).toEqual([
      ["Вот", 0, false],
      ["", 0, true],
      ["Спасибо", 0, false],
      ["Вот", 0, false],
    ]);
  });

  it("changes each message by a number of its own, so that a device that was away learns what is gone", async () => {
    const file = await media.attachment(one);
    const [blank, lettered] = [await media.attachment(one), await media.attachment(one)];
    await messenger.say(one, chatId, { text: "Вот", attachments: [file.id] });
    await messenger.say(one, chatId, { text: " ", attachments: [blank.id] });
    await messenger.say(one, chatId, { text: "s", attachments: [lettered.id] });
    await messenger.say(other, chatId, "Спасибо");
    await message.reacted(one, chatId, { seq: 4, emoji: "👍" });
    await message.reacted(other, chatId, { seq: 1, emoji: "👍" });
    const { last_change } = (await message.changes(other, chatId)).meta;
    await kampus.purge(one);
    const { data, meta } = await message.changes(other, chatId, { after: String(last_change) });
    expect(
      data.map(({ seq, text, change, attachments, reactions, deleted_at }) => [
        seq,
        text,
        change - last_change,
        attachments.length,
        reactions.length,
        deleted_at !== null,
      ]),
    ).toEqual([
      [1, "Вот", 1, 0, 1, false],
      [2, "", 2, 0, 0, true],
      [3, "s", 3, 0, 0, false],
      [4, "Спасибо", 4, 0, 0, false],
    ]);
    expect(meta.last_change).toBe(last_change + 4);
  });

  it("is purged in portions, however many messages have a reaction of theirs", async () => {
    await kampus.db
      .insertInto("messages")
      .columns(["chat_id", "seq", "author_id", "client_id", "text"])
      .expression(
        sql`SELECT ${chatId}::int, seq, ${other.id}::int, gen_random_uuid(), 'Салом'
          FROM generate_series(1, 2500) AS seq`,
      )
      .execute();
    await kampus.db.updateTable("chats").set({ last_seq: 2500 }).where("id", "=", chatId).execute();
    await sql`
      INSERT INTO message_reactions (chat_id, seq, user_id, emoji)
      SELECT chat_id, seq, ${one.id}::int, '👍' FROM messages WHERE chat_id = ${chatId}`.execute(
      kampus.db,
    );
    await kampus.purge(one);
    const { rows } = await sql<{ changes: number; first: number; last: number; xids: number }>`
      SELECT count(DISTINCT change)::int AS changes, min(change) AS first, max(change) AS last,
        count(DISTINCT xmin::text)::int AS xids
      FROM messages WHERE chat_id = ${chatId}`.execute(kampus.db);
    expect(rows).toEqual([{ changes: 2500, first: 1, last: 2500, xids: 3 }]);
    expect((await message.changes(other, chatId)).meta.last_change).toBe(2500);
  });

  // The embedded database does one thing after another: there nothing happens meanwhile.
  if (process.env.TEST_DATABASE_URL)
    it("is purged while a message with a file of theirs is deleted, and neither breaks off", async () => {
      const file = await media.attachment(one);
      await messenger.say(one, chatId, { attachments: [file.id] });
      await messenger.say(other, chatId, "Спасибо");
      await message.reacted(one, chatId, { seq: 2, emoji: "👍" });
      await kampus.updateMember(one, { deleted_at: sql<Date>`now() - interval '31 days'` });
      const { purged } = await kampus.db.transaction().execute(async (trx) => {
        // In the order of every change of a message: the chat before its files and reactions.
        await lockChat(trx, chatId);
        const purging = kampus.purgeAccounts();
        await expect.poll(kampus.waitingForLocks).toBeGreaterThan(0);
        for (const table of ["message_attachments", "message_reactions"] as const)
          await trx.deleteFrom(table).where("chat_id", "=", chatId).execute();
        return { purged: purging }; // not awaited: it waits for this transaction
      });
      expect(await purged).toBe(1);
    });
});
