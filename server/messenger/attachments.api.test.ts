import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
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

const usedBytes = async (member: SignedInMember) => (await media.list(member)).meta.used_bytes;
const mediaLeft = async (ids: number[]) => {
  const rows = await kampus.db.selectFrom("media").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};
const aDayAgo = (id: number) =>
  kampus.db
    .updateTable("media")
    .set({ created_at: sql<Date>`now() - interval '25 hours'` })
    .where("id", "=", id)
    .execute();

const allADayAgo = () =>
  sql`UPDATE media SET created_at = now() - interval '25 hours'`.execute(kampus.db);

/** Without the reader, whom every address of a file names. */
const unaddressed = (shown: unknown): unknown =>
  JSON.parse(JSON.stringify(shown).replaceAll(/\?reader=[^"]*/g, ""));

describe("a message with files", () => {
  it("shows its files to both members in their order with their sizes, and lets both fetch them", async () => {
    const photo = await plainImage(900, 300).png().toBuffer();
    const files = [
      await media.attachment(one, "конспект", "a.md"),
      await media.attachment(one, photo, "b.png"),
    ];
    expect(files[1]).toMatchObject({ kind: "image", width: 900, height: 300 });
    const attachments = [files[1]?.id, files[0]?.id];
    const said = await messenger.say(one, chatId, { attachments });
    expect(said).toMatchObject({ text: "", attachments: [files[1], files[0]] });
    const [seen] = (await messenger.history(other, chatId)).data;
    expect(unaddressed(seen)).toEqual(unaddressed(said));
    for (const { url, thumb_url } of seen?.attachments ?? [])
      for (const address of [url, thumb_url ?? url])
        expect((await kampus.get(address)).statusCode).toBe(200);
    expect((await messenger.chat(other, chatId)).last_message).toEqual(seen);
    await messenger.say(other, chatId, { text: "Спасибо", reply_to: 1 });
    expect((await messenger.history(one, chatId)).data[1]?.reply).toMatchObject({
      text: "",
      attachment: "image",
    });
  });

  it("is stored once, however often it is sent, even when its files are gone meanwhile", async () => {
    const { id } = await media.attachment(one);
    const input = { client_id: crypto.randomUUID(), attachments: [id] };
    const said = await messenger.say(one, chatId, input);
    await kampus.db.deleteFrom("media").where("id", "=", id).execute();
    const again = await messenger.send(one, chatId, input);
    expect(statusAndBody(again)).toEqual([200, { data: { ...said, attachments: [] } }]);
  });

  it("has a file once that its author gives twice", async () => {
    const [first, second] = [await media.attachment(one), await media.attachment(one)];
    const attachments = [second.id, first.id, second.id];
    await messenger.say(one, chatId, { text: "Вот", attachments });
    const { data } = await messenger.history(other, chatId);
    expect(data[0]?.attachments.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it.each([
    ["of another member", async () => [(await media.attachment(other)).id]],
    ["that are not there", () => Promise.resolve([2_147_483_647])],
    ["too many", () => Promise.resolve(Array.from({ length: 11 }, (_, index) => index + 1))],
  ])("may not have files %s", async (_title, given) => {
    const answer = await messenger.send(one, chatId, { text: "Вот", attachments: await given() });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { errors: { attachments: [expect.any(String)] } },
    ]);
    expect((await messenger.history(one, chatId)).data).toEqual([]);
  });
});

describe("a forwarded message", () => {
  it("has the text, the author and the files of the original", async () => {
    const file = await media.attachment(other, "конспект");
    await messenger.say(other, chatId, { text: "Вот", attachments: [file.id] });
    const third = await oneMember(kampus);
    const second = await messenger.open(one, third);
    const forwarded = await messenger.say(one, second.id, { forward: { chat_id: chatId, seq: 1 } });
    expect(forwarded).toMatchObject({
      text: "Вот",
      author: { id: one.id },
      forwarded_from: { id: other.id },
      attachments: [{ id: file.id }],
    });
    expect(unaddressed(forwarded.attachments[0])).toEqual(unaddressed(file));
    const on = await messenger.say(third, second.id, { forward: { chat_id: second.id, seq: 1 } });
    expect(on).toMatchObject({ forwarded_from: { id: other.id }, attachments: [{ id: file.id }] });
    expect(await usedBytes(one)).toBe(0);
  });

  it("is answered as not found to a member who does not see the original", async () => {
    await messenger.say(other, chatId, "Тайна");
    const [third, fourth] = await signedInMembers(kampus, 2);
    const second = await messenger.open(third, fourth);
    for (const forward of [
      { chat_id: chatId, seq: 1 },
      { chat_id: second.id, seq: 1 },
      { chat_id: 2_147_483_647, seq: 1 },
    ])
      expect((await messenger.send(third, second.id, { forward })).statusCode).toBe(404);
  });
});

describe("a file for messages", () => {
  it("is in no profile, counts towards the quota, and is not counted in statistics", async () => {
    const { size } = await media.attachment(one, "12345");
    expect(await media.list(one)).toMatchObject({ data: [], meta: { used_bytes: size } });
    const answer = await kampus.get("/api/en/profile/statistics", { token: one.token });
    expect(answer.json()).toMatchObject({ data: { media: 0 } });
  });

  it("is deleted a day after its upload if it was never sent, and its quota is free again; others stay", async () => {
    const lost = await media.attachment(one, await plainImage().png().toBuffer(), "a.png");
    const young = await media.attachment(one);
    const sent = await media.attachment(one);
    const shown = await media.add(one);
    await messenger.say(one, chatId, { attachments: [sent.id] });
    for (const { id } of [lost, sent, shown]) await aDayAgo(id);
    expect(await kampus.releaseMedia()).toBe(1);
    expect(await mediaLeft([lost.id, young.id, sent.id, shown.id])).toEqual([
      young.id,
      sent.id,
      shown.id,
    ]);
    expect(await usedBytes(one)).toBe(young.size + sent.size + shown.size);
    expect(await media.unclaimed()).toEqual([]);
    for (const address of [lost.url, lost.thumb_url ?? ""])
      expect(await media.stored(address)).toBeNull();
  });

  it("is looked at once when it is a day old, and by no later sweep", async () => {
    const file = await media.attachment(one);
    await messenger.say(one, chatId, { attachments: [file.id] });
    await allADayAgo();
    await kampus.releaseMedia();
    const unnoticed = await media.add(one);
    await allADayAgo();
    await kampus.releaseMedia();
    await kampus.db
      .updateTable("media")
      .set({ in_profile: false })
      .where("id", "=", unnoticed.id)
      .execute();
    expect(await kampus.releaseMedia()).toBe(0);
  });

  it("is deleted a day after its upload also where one with an earlier id became a day old later", async () => {
    await allADayAgo();
    await kampus.releaseMedia();
    const [young, old] = [await media.attachment(one), await media.attachment(one)];
    await aDayAgo(old.id);
    expect(await kampus.releaseMedia()).toBe(1);
    await aDayAgo(young.id);
    expect(await kampus.releaseMedia()).toBe(1);
    expect(await mediaLeft([young.id, old.id])).toEqual([]);
  });

  it("is deleted by a sweep when the node that deleted its message has died before it could", async () => {
    const [gone, forwarded] = [await media.attachment(one), await media.attachment(one)];
    await messenger.say(one, chatId, { attachments: [gone.id, forwarded.id] });
    await messenger.say(one, chatId, { attachments: [forwarded.id] });
    await allADayAgo();
    await kampus.releaseMedia();
    await kampus.db
      .deleteFrom("messages")
      .where("chat_id", "=", chatId)
      .where("seq", "=", 1)
      .execute();
    expect(await kampus.releaseMedia()).toBe(1);
    expect(await mediaLeft([gone.id, forwarded.id])).toEqual([forwarded.id]);
  });

  // The embedded database does one thing after another: there nothing happens at once.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "is left by a sweep to the node that is looking, without waiting for it",
    async () => {
      const lost = await media.attachment(one);
      await allADayAgo();
      const release = await holdOpen(kampus, (trx) =>
        trx.selectFrom("walks").select("name").forUpdate().execute(),
      );
      try {
        expect(await kampus.releaseMedia()).toBe(0);
      } finally {
        await release();
      }
      expect(await kampus.releaseMedia()).toBeGreaterThanOrEqual(1);
      expect(await mediaLeft([lost.id])).toEqual([]);
    },
  );

  it("is deleted with the last message that holds it, and not earlier", async () => {
    const file = await media.attachment(one);
    await messenger.say(one, chatId, { attachments: [file.id] });
    await messenger.say(other, chatId, { forward: { chat_id: chatId, seq: 1 } });
    await message.removed(one, chatId, { seq: 1 });
    expect(await mediaLeft([file.id])).toEqual([file.id]);
    expect((await kampus.get(file.url)).statusCode).toBe(200);
    await message.removed(other, chatId, { seq: 2 });
    expect([await mediaLeft([file.id]), await usedBytes(one)]).toEqual([[], 0]);
    expect(await media.unclaimed()).toEqual([]);
    expect((await kampus.get(file.url)).statusCode).toBe(404);
  });

  it("stays in the profile when its message is deleted", async () => {
    const file = await media.add(one);
    await messenger.say(one, chatId, { attachments: [file.id] });
    await message.removed(one, chatId, { seq: 1 });
    expect((await media.list(one)).data).toEqual([file]);
  });

  it("deleted from the profile stays with the message that holds it", async () => {
    const file = await media.add(one);
    const said = await messenger.say(one, chatId, { attachments: [file.id] });
    expect((await media.delete(one, file.id)).statusCode).toBe(200);
    expect(await media.list(one)).toMatchObject({ data: [], meta: { used_bytes: file.size } });
    expect((await kampus.get(file.url)).statusCode).toBe(404);
    // A member who has the chat open still sees it.
    const [seen] = (await messenger.history(other, chatId)).data;
    expect(unaddressed(seen)).toEqual(unaddressed(said));
    expect((await kampus.get(said.attachments[0]?.url ?? "")).statusCode).toBe(200);
    // It is no longer in the profile.
    expect((await media.delete(one, file.id)).statusCode).toBe(404);
    await message.removed(one, chatId, { seq: 1 });
    expect(await mediaLeft([file.id])).toEqual([]);
  });

  it("that is deleted while it is sent is either in the message or gone", async () => {
    const files = await Promise.all(Array.from({ length: 12 }, () => media.attachment(one)));
    const answers = await Promise.all(
      files.flatMap(({ id }) => [
        messenger.send(one, chatId, { text: "Вот", attachments: [id] }),
        media.delete(one, id),
      ]),
    );
    for (const { statusCode } of answers) expect([200, 201, 404, 422]).toContain(statusCode);
    const { data } = await messenger.history(other, chatId);
    const held = data.flatMap(({ attachments }) => attachments.map(({ id }) => id));
    expect(held).toHaveLength(data.length);
    expect(held.sort((a, b) => a - b)).toEqual(await mediaLeft(files.map(({ id }) => id)));
    expect(data.map(({ seq }) => seq)).toEqual(data.map((_, index) => index + 1));
  });

  it("that was not sent can be deleted by its own member alone", async () => {
    const file = await media.attachment(one);
    expect((await media.delete(other, file.id)).statusCode).toBe(404);
    expect((await media.delete(one, file.id)).statusCode).toBe(200);
    expect(await usedBytes(one)).toBe(0);
  });
});
