/** The operator takes down what members made, while nodes serve it. */
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import type { ClassEvent } from "#lib/events/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { dayMs } from "#server/infra/durations.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { fromNow, testClass } from "#server/testing/data/test-events.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const media = testMedia(kampus);
const operator = (...words: string[]) => testOperator(kampus)(...words);
/** A publication waits for the next poll of a node. */
const soon = { timeout: 15_000 };
afterEach(closeSockets);

/** The last line of the audit, without its time. */
const audited = async () => {
  const [row] = JSON.parse((await operator("audit", "--limit", "1", "--json")).join("\n")) as {
    command: string;
    arguments: string[];
    subjects: string[];
    outcome: string;
  }[];
  return row && [row.command, row.arguments, row.subjects, row.outcome];
};

describe("messages remove", () => {
  const conversation = async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const chatId = (await messenger.open(one, other)).id;
    return { one, other, chatId, message: testMessageChanges(kampus) };
  };
  const filesOf = (chatId: number) =>
    kampus.db.selectFrom("message_attachments").selectAll().where("chat_id", "=", chatId).execute();

  it("does what the author's deletion does, for devices too, and stays in the audit", async () => {
    const { one, other, chatId, message } = await conversation();
    const file = await media.attachment(one);
    await messenger.say(one, chatId, { text: "Плохое", attachments: [file.id] });
    await messenger.say(one, chatId, "Тоже плохое");
    const devices = await Promise.all(
      [one, other].map(({ token }) => connectSocket(kampus, { token })),
    );
    const words = ["messages", "remove", String(chatId), "1"];
    expect(await operator(...words)).toEqual([
      `✓ Removed message 1 of chat ${chatId}, by member ${one.id}`,
    ]);
    expect(await audited()).toEqual([
      "messages remove",
      [String(chatId), "1"],
      [`message ${chatId}/1`, `member ${one.id}`],
      "done",
    ]);
    const [removed] = (await messenger.history(other, chatId)).data;
    const byAuthor = await message.removed(one, chatId, { seq: 2 });
    expect({ ...removed, seq: 2 }).toEqual({
      ...byAuthor,
      change: 1,
      author: removed?.author, // who may have come online meanwhile
      client_id: removed?.client_id,
      created_at: removed?.created_at,
      deleted_at: removed?.deleted_at,
    });
    for (const device of devices)
      await expect
        .poll(() => device.payloadsOf("message_changed").find(({ seq }) => seq === 1), soon)
        .toMatchObject({ text: "", attachments: [], change: 1, deleted_at: removed?.deleted_at });
    expect(await messenger.unread(other)).toBe(2);
    await expect.poll(() => media.stored(file.url), soon).toBeNull();
    await expect(operator(...words)).rejects.toThrow("is deleted already");
  });

  it("reaches both across a block, since neither decides about it", async () => {
    const { one, other, chatId } = await conversation();
    await messenger.say(one, chatId, "Плохое");
    await kampus.db
      .insertInto("blocks")
      .values({ blocker_id: other.id, blocked_id: one.id })
      .execute();
    const devices = await Promise.all(
      [one, other].map(({ token }) => connectSocket(kampus, { token })),
    );
    await operator("messages", "remove", String(chatId), "1");
    for (const device of devices)
      await expect.poll(() => device.payloadsOf("message_changed").length, soon).toBe(1);
  });

  it("names the other messages that have its files, which stay there", async () => {
    const { one, chatId } = await conversation();
    const elsewhere = (await messenger.open(one, await oneMember(kampus))).id;
    const file = await media.attachment(one);
    await messenger.say(one, chatId, { attachments: [file.id] });
    await messenger.say(one, elsewhere, { attachments: [file.id] });
    const lines = await operator("messages", "remove", String(chatId), "1");
    expect(lines[1]).toBe(`  file ${file.id} is also in message 1 of chat ${elsewhere}`);
    expect(await filesOf(elsewhere)).toHaveLength(1);
  });

  it("says that there are more messages with its files than it names", async () => {
    const { one, chatId } = await conversation();
    const elsewhere = (await messenger.open(one, await oneMember(kampus))).id;
    const file = await media.attachment(one);
    await messenger.say(one, chatId, { attachments: [file.id] });
    const copy = async (count: number) => {
      await sql`
        WITH copies AS (
          INSERT INTO messages (chat_id, seq, author_id, client_id, text)
          SELECT ${elsewhere}::int, seq, ${one.id}::int, gen_random_uuid(), ''
          FROM generate_series(1, ${count}::int) AS seq ON CONFLICT DO NOTHING RETURNING chat_id, seq)
        INSERT INTO message_attachments (chat_id, seq, position, media_id)
        SELECT chat_id, seq, 0, ${file.id}::int FROM copies`.execute(kampus.db);
      return operator("messages", "remove", String(chatId), "1", "--dry-run");
    };
    const named = Array<unknown>(100).fill(expect.stringContaining(`file ${file.id} is also in`));
    const first = expect.stringMatching(/^dry run: /) as unknown;
    const last = expect.stringMatching(/^Nothing was changed/) as unknown;
    expect(await copy(100)).toEqual([first, ...named, last]);
    expect(await copy(101)).toEqual([
      first,
      ...named,
      "  … and in more places, named once these are removed",
      last,
    ]);
  });

  it("changes nothing in a dry run, and refuses what is not there", async () => {
    const { one, chatId } = await conversation();
    await messenger.say(one, chatId, "Плохое");
    const words = ["messages", "remove", String(chatId), "1"];
    expect((await operator(...words, "--dry-run"))[0]).toMatch(/^dry run: Removed message 1/);
    expect((await messenger.history(one, chatId)).data[0]?.text).toBe("Плохое");
    const missing = operator("messages", "remove", String(chatId), "2");
    await expect(missing).rejects.toThrow(`there is no message 2 in chat ${chatId}`);
    await expect(operator("messages", "remove", "2147483647", "1")).rejects.toThrow("no message");
    await expect(operator("messages", "remove", "x", "1")).rejects.toThrow("is no id of a chat");
  });
});

describe("images remove", () => {
  const images = testImages(kampus);

  it("deletes a photo named by its id or its address, and the newest of the others becomes the main one", async () => {
    const member = await oneMember(kampus);
    const [older, main, newest] = [
      await images.add(member),
      await images.add(member),
      await images.add(member),
    ];
    await images.setMain(member, main.id);
    expect(await operator("images", "remove", String(main.id))).toEqual([
      `✓ Removed photo ${main.id} of member ${member.id}`,
    ]);
    expect((await audited())?.[2]).toEqual([`image ${main.id}`, `member ${member.id}`]);
    const left = (await images.list(member)).data.map(({ id, is_main }) => [id, is_main]);
    expect(left).toEqual([
      [newest.id, true],
      [older.id, false],
    ]);
    await expect.poll(() => images.stored(main), soon).toBeNull();
    await operator("images", "remove", `https://site.kampus.example${newest.url}`);
    expect((await images.list(member)).data.map(({ id }) => id)).toEqual([older.id]);
  });

  it("takes the photo of a closed account, changes nothing in a dry run, and refuses what is not there", async () => {
    const member = await oneMember(kampus);
    const { id } = await images.add(member);
    await kampus.updateMember(member, { deleted_at: new Date() });
    await operator("images", "remove", String(id), "--dry-run");
    await operator("images", "remove", String(id));
    const again = operator("images", "remove", String(id));
    await expect(again).rejects.toThrow(`there is no photo "${id}"`);
    const elsewhere = operator("images", "remove", "https://site.kampus.example/files/media/1/a");
    await expect(elsewhere).rejects.toThrow("is no address of a photo");
  });
});

describe("events cancel", () => {
  const eventOf = async (given: object = {}) => {
    const school = await testClass(kampus, 2);
    const [author, other] = school.members;
    const event = await school.made(author, given);
    const shown = () =>
      dataFrom<ClassEvent>(kampus.get(`/api/en/events/${event.id}`, { token: other.token }));
    return { author, other, event, shown };
  };
  const cancel = (id: number, ...options: string[]) =>
    operator("events", "cancel", String(id), ...options);

  it("does what its author's cancelling does, and publishes to open pages of the class", async () => {
    const { author, other, event, shown } = await eventOf();
    const device = await connectSocket(kampus, { token: other.token });
    expect(await cancel(event.id)).toEqual([
      `✓ Event ${event.id} of member ${author.id}: cancelled`,
    ]);
    expect((await audited())?.[2]).toEqual([`event ${event.id}`, `member ${author.id}`]);
    expect(await shown()).toMatchObject({
      title: event.title,
      cancelled_at: expect.any(String) as string,
    });
    await expect
      .poll(() => device.payloadsOf("class_event").map(({ id }) => id), soon)
      .toEqual([event.id]);
    await expect(cancel(event.id)).rejects.toThrow("was cancelled before");
  });

  it("empties the words, too, where that is asked for, also of one that is over", async () => {
    const { event, shown } = await eventOf({ text: "Плохое", place: "Плохое" });
    await cancel(event.id);
    await kampus.db
      .updateTable("class_events")
      .set({ starts_at: new Date("2020-01-01"), ends_at: null })
      .where("id", "=", event.id)
      .execute();
    await cancel(event.id, "--erase");
    expect(await shown()).toMatchObject({ title: "—", text: "", place: "" });
  });

  it("does not announce an old cancellation anew when its words are emptied", async () => {
    // Home tells of it only as long as the change is new.
    const { other, event } = await eventOf({ start: fromNow(60 * dayMs) });
    const coming = async () => (await dataFrom<Home>(kampus.get("/api/en/home", other))).coming;
    const rowOf = kampus.db.updateTable("class_events").where("id", "=", event.id);
    await kampus.post(`/api/en/events/${event.id}/answer`, { answer: "going" }, other);
    await cancel(event.id);
    expect(await coming()).toMatchObject([{ id: event.id, news: "cancelled" }]);
    await rowOf.set({ changed_at: new Date("2020-01-01") }).execute();
    await cancel(event.id, "--erase");
    expect(await coming()).toEqual([]);
  });

  it("changes nothing in a dry run, and refuses what is not there", async () => {
    const { event, shown } = await eventOf();
    await cancel(event.id, "--erase", "--dry-run");
    expect(await shown()).toMatchObject({ title: event.title, cancelled_at: null });
    await expect(cancel(2_147_483_647)).rejects.toThrow("there is no event");
  });
});

describe("invitations withdraw", () => {
  const invitations = testInvitations(kampus);
  /** A code may begin with a hyphen, as an option does. */
  const withdraw = (word: string, ...options: string[]) =>
    operator("invitations", "withdraw", ...options, "--", word);

  it("ends a link that is named by its id, its code or its address, also with what a browser has added to it, as its member could", async () => {
    const member = await oneMember(kampus);
    const links = [
      await invitations.made(member),
      await invitations.made(member),
      await invitations.made(member),
      await invitations.made(member),
    ] as const;
    const pasted = `${links[2].url}/?fbclid=a/b#top`;
    const named = [String(links[0].id), links[1].code, pasted, links[3].url];
    for (const word of named) await withdraw(word);
    expect(await invitations.listed(member)).toEqual([]);
    expect(await audited()).toEqual([
      "invitations withdraw",
      ["…"],
      [`invitation ${links[3].id}`, `member ${member.id}`],
      "done",
    ]);
    await expect(withdraw(links[1].code)).rejects.toThrow("there is no such link, or it has ended");
    await expect(withdraw("x")).rejects.toThrow("is no id");
  });

  it("ends a link to a group that its inviter has handed over, which stays ended when they own it again", async () => {
    const [owner, heir] = await signedInMembers(kampus, 2);
    const { id: chat_id } = await messenger.group(owner, "Физика", [heir]);
    const link = await invitations.made(owner, { kind: "group", chat_id });
    const handOver = (from: { token: string }, { id: user_id }: { id: number }) =>
      kampus.post(`/messenger/group/role/${chat_id}`, { user_id, role: "owner" }, from);
    await handOver(owner, heir);
    expect(await withdraw(String(link.id))).toEqual([
      `✓ Withdrew invitation ${link.id} of member ${owner.id}`,
    ]);
    expect((await handOver(heir, owner)).statusCode).toBe(200);
    expect(await invitations.listed(owner)).toEqual([]);
  });

  it("leaves the link in a dry run", async () => {
    const member = await oneMember(kampus);
    const { code } = await invitations.made(member);
    await withdraw(code, "--dry-run");
    expect((await invitations.read(code)).statusCode).toBe(200);
  });
});
