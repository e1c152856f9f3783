import { afterEach, expect, it } from "vitest";
import { sql } from "kysely";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { transferOwned } from "#server/messenger/groups/ownership.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
afterEach(closeSockets);

const call = async ({ token }: { token: string }, what: string, id: number, body: object = {}) =>
  (await kampus.post(`/messenger/group/${what}/${id}`, body, { token })).statusCode;
const leave = (member: SignedInMember, id: number) => call(member, "leave", id);
const handOver = (by: { token: string }, id: number, to: { id: number }) =>
  call(by, "role", id, { user_id: to.id, role: "owner" });
const owners = async (id: number) =>
  (
    await kampus.db
      .selectFrom("chat_members")
      .select("user_id")
      .where("chat_id", "=", id)
      .where("role", "=", "owner")
      .execute()
  ).map(({ user_id }) => user_id);
const isThere = async (id: number) =>
  (await kampus.db.selectFrom("chats").select("id").where("id", "=", id).execute()).length > 0;

/** The ids of so many groups that the first member owns, and both are in. */
async function groupsOf(owner: { id: number }, other: { id: number }, count: number) {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO chats (kind, title) SELECT 'group', 'Группа' FROM generate_series(1, ${count}::int) RETURNING id
    ), joined AS (
      INSERT INTO chat_members (chat_id, user_id, role)
      SELECT id, ${owner.id}::int, 'owner' FROM made UNION ALL SELECT id, ${other.id}::int, 'member' FROM made
    )
    SELECT id FROM made ORDER BY id`.execute(kampus.db);
  return rows.map(({ id }) => id);
}

it("a member who leaves a group is out of it; an owner's group goes to the oldest admin, else to the oldest member", async () => {
  const [owner, one, other, admin] = await signedInMembers(kampus, 4);
  const { id } = await messenger.group(owner, "Физика", [one, other, admin]);
  await call(owner, "role", id, { user_id: admin.id, role: "admin" });
  expect(await leave(owner, id)).toBe(200);
  expect(await leave(owner, id)).toBe(404);
  expect(await owners(id)).toEqual([admin.id]);
  await leave(admin, id);
  expect(await owners(id)).toEqual([Math.min(one.id, other.id)]);
  expect((await messenger.chats(owner)).data).toEqual([]);
});

it("a group that a member leaves goes from all their devices at once, and so does the member from those of the others", async () => {
  const [owner, member, other] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [member, other]);
  const [phone, bystander] = await Promise.all(
    [member, other].map(({ token }) => connectSocket(kampus, { token })),
  );
  const unread = () => phone?.payloadsOf("all_new_messages_count").at(-1)?.all_new_messages_count;
  await messenger.say(owner, id, "Салом", "group");
  await expect.poll(unread).toBe(1);
  expect(bystander?.payloadsOf("chat_changed")).toEqual([]);
  await leave(member, id);
  await expect.poll(unread).toBe(0);
  for (const device of [phone, bystander])
    await expect.poll(() => device?.payloadsOf("chat_changed")).toEqual([{ chat_id: id }]);
});

it("the last member who leaves a group deletes all of it, replies and attachments too", async () => {
  const [owner, one] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one]);
  await messenger.say(owner, id, "Вопрос", "group");
  await messenger.say(one, id, { text: "Ответ", reply_to: 1 }, "group");
  await kampus.updateMember(owner, { media_bytes: 10 });
  const media = await kampus.db
    .insertInto("media")
    .values({
      user_id: owner.id,
      storage_key: `media/${"c".repeat(32)}`,
      name: "a.pdf",
      mime: "application/pdf",
      kind: "document",
      has_thumb: false,
      bytes: 10,
      in_profile: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await messenger.say(owner, id, { attachments: [media.id] }, "group");
  await leave(owner, id);
  await leave(one, id);
  await expect.poll(() => isThere(id)).toBe(false);
  const left = await sql`SELECT FROM messages WHERE chat_id = ${id}
    UNION ALL SELECT FROM media WHERE id = ${media.id}`.execute(kampus.db);
  expect(left.rows).toEqual([]);
});

it("two members who take over a group at once leave one owner, and neither fails", async () => {
  const [owner, one, other] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one, other]);
  for (let round = 0; round < 5; round += 1) {
    const [current] = await owners(id);
    const by = [owner, one, other].find((member) => member.id === current);
    const [a, b] = [owner, one, other].filter((member) => member !== by);
    if (!by || !a || !b) throw new Error("somebody owns it");
    const answers = await Promise.all([
      handOver(by, id, a),
      handOver(by, id, b),
      handOver(a, id, b),
      call(by, "members", id, { remove: [a.id], add: [a.id] }),
      call(a, "members", id, { remove: [b.id], add: [b.id] }),
      messenger.send(b, id, "Салом", "group").then(({ statusCode }) => statusCode),
    ]);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    expect(await owners(id)).toHaveLength(1);
    await call(by, "members", id, { add: [a.id, b.id] });
    for (const member of [a, b]) await call(member, "members", id, { add: [a.id, b.id, by.id] });
  }
});

it("a group whose members all leave at once leaves nothing behind, whatever else happens meanwhile", async () => {
  const group = await signedInMembers(kampus, 6);
  const { id } = await messenger.group(group[0], "Физика", group.slice(1));
  const answers = await Promise.all([
    ...group.map((member) => leave(member, id)),
    ...group.map((member) => handOver(member, id, group[1])),
    ...group.map(async (member) => (await messenger.send(member, id, "Хайр", "group")).statusCode),
    ...group.map(async (member) => (await messenger.read(member, id, 1, "group")).statusCode),
  ]);
  expect(answers.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(answers.filter((status) => status >= 500)).toEqual([]);
  await expect.poll(() => isThere(id)).toBe(false);
});

it("the group of an owner who deletes their account has another owner at once, and stays complete when the account is purged", async () => {
  const owner = await kampus.member();
  const [one, other] = await signedInMembers(kampus, 3);
  const mine = { ...owner, fullname: "" };
  const { id } = await messenger.group(mine, "Физика", [one, other]);
  const path = "/api/ru/profile/setting/deletion";
  await kampus.post(path, { password: owner.password }, { token: owner.token });
  expect(await owners(id)).toEqual([Math.min(one.id, other.id)]);
  await kampus.purge(owner);
  expect((await messenger.chat(one, id, "group")).members_count).toBe(2);
});

it("a deletion that breaks off while a group is handed over deletes nothing, so that no group is left to an owner who is gone", async () => {
  const owner = await kampus.member();
  const [one] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one]);
  const breakOff = sql`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`;
  await breakOff.execute(kampus.db);
  await sql`CREATE TRIGGER break_off BEFORE UPDATE OF role ON chat_members
    FOR EACH ROW EXECUTE FUNCTION break_off()`.execute(kampus.db);
  const erase = () =>
    kampus.post(
      "/api/ru/profile/setting/deletion",
      { password: owner.password },
      { token: owner.token },
    );
  const broken = await erase();
  await sql`DROP FUNCTION break_off CASCADE`.execute(kampus.db);
  expect(broken.statusCode).toBe(500);
  expect((await kampus.get("/api/ru/user", { token: owner.token })).statusCode).toBe(200);
  expect((await erase()).statusCode).toBe(200);
  expect(await owners(id)).toEqual([one.id]);
});

// The embedded database does one thing after another: there nothing happens at once.
if (process.env.TEST_DATABASE_URL)
  it("two members who delete their accounts while one hands a group to the other leave it to a third", async () => {
    const path = "/api/ru/profile/setting/deletion";
    const erase = ({ password, token }: { password: string; token: string }) =>
      kampus.post(path, { password }, { token });
    for (let round = 0; round < 3; round += 1) {
      const [owner, heir] = [await kampus.member(), await kampus.member()];
      const [third] = await signedInMembers(kampus, 3);
      const { id } = await messenger.group(owner, "Физика", [heir, third]);
      const [, ...erased] = await Promise.all([
        handOver(owner, id, heir),
        erase(heir),
        erase(owner),
      ]);
      expect(erased.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await owners(id)).toEqual([third.id]);
    }
  });

it("an owner of many groups who deletes their account leaves each to another, in no more statements than an owner of few", async () => {
  const transferFrom = async (count: number) => {
    const [owner, one] = await signedInMembers(kampus, 2);
    const ids = await groupsOf(owner, one, count);
    let statements = 0;
    const db = kampus.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        statements += 1;
        return Promise.resolve(result);
      },
    });
    const transferred = await db.transaction().execute((trx) => transferOwned(trx, [owner.id]));
    expect(transferred).toEqual(ids);
    const owned = kampus.db.selectFrom("chat_members").select("chat_id").orderBy("chat_id");
    const left = await owned.where("user_id", "=", one.id).where("role", "=", "owner").execute();
    expect(left.map(({ chat_id }) => chat_id)).toEqual(ids);
    return statements;
  };
  const few = await transferFrom(2);
  expect(await transferFrom(60)).toBe(few);
});

it("an account that is purged as the owner leaves the group to another, and an empty one goes", async () => {
  const [owner, one] = await signedInMembers(kampus, 3);
  const shared = await messenger.group(owner, "Физика", [one]);
  const alone = await messenger.group(owner, "Химия", [one]);
  await leave(one, alone.id);
  await kampus.purge(owner);
  expect(await owners(shared.id)).toEqual([one.id]);
  kampus.app.sweepChatsSoon();
  await expect.poll(() => isThere(alone.id)).toBe(false);
});

// The embedded database does one thing after another: there nothing happens at once.
it.runIf(process.env.TEST_DATABASE_URL)(
  "a large group that everybody has left goes with all its files also where two nodes delete it at once",
  async () => {
    const [owner, one] = await signedInMembers(kampus, 2);
    const { id } = await messenger.group(owner, "Физика", [one]);
    const file = await testMedia(kampus).attachment(owner);
    await messenger.say(owner, id, { attachments: [file.id] }, "group");
    // With these the oldest message is in a portion of its own.
    await sql`
      INSERT INTO messages (chat_id, seq, author_id, client_id, text)
      SELECT ${id}, seq, ${one.id}, gen_random_uuid(), 'Салом' FROM generate_series(2, 1001) AS seq`.execute(
      kampus.db,
    );
    await kampus.db.deleteFrom("chat_members").where("chat_id", "=", id).execute();
    const release = await holdOpen(kampus, (trx) =>
      trx.deleteFrom("messages").where("chat_id", "=", id).where("seq", ">", 1).execute(),
    );
    kampus.app.sweepChatsSoon();
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
    } finally {
      await release();
    }
    kampus.app.sweepChatsSoon();
    await expect.poll(() => isThere(id)).toBe(false);
    const media = kampus.db.selectFrom("media").select("id").where("id", "=", file.id);
    expect(await media.execute()).toEqual([]);
  },
);
