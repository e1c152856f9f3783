import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Db } from "#server/db/database.ts";
import { exportLeftGroups } from "#server/messenger/groups/export-left-groups.ts";
import { noteLeftBefore } from "#server/messenger/groups/note-left-groups.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { messagesRead } from "#server/testing/data/messages-read.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let owner: SignedInMember;
let one: SignedInMember;
beforeEach(async () => {
  [owner, one] = await signedInMembers(kampus, 2);
});

const say = (member: SignedInMember, id: number, text: string) =>
  messenger.say(member, id, text, "group");
const leave = (member: SignedInMember, id: number) =>
  kampus.post(`/messenger/group/leave/${id}`, {}, { token: member.token });
const comeBack = (member: SignedInMember, id: number) =>
  kampus.post(`/messenger/group/members/${id}`, { add: [member.id] }, { token: owner.token });

async function archived(member: SignedInMember, db = kampus.db): Promise<string[]> {
  let json = "";
  const reader = { id: member.id, locale: "ru" } as const;
  for await (const { content } of exportLeftGroups(db)(reader))
    for await (const part of content as AsyncIterable<string>) json += part;
  return (JSON.parse(json) as { text: string }[]).map(({ text }) => text);
}

/** One writes in the groups and leaves them, as when nothing noted it yet. */
async function leaveUnnoted(groups: { id: number }[]) {
  await sql`ALTER TABLE chat_members DISABLE TRIGGER USER`.execute(kampus.db);
  for (const { id } of groups) {
    await say(one, id, `Прощайте ${String(id)}`);
    await say(owner, id, "Чужое");
    await leave(one, id);
  }
  await sql`ALTER TABLE chat_members ENABLE TRIGGER USER`.execute(kampus.db);
}

const beginWalk = (after: number) =>
  sql`INSERT INTO walks (name, after) VALUES ('left_groups', ${after})`.execute(kampus.db);

const notedOf = ({ id }: SignedInMember) =>
  kampus.db.selectFrom("left_groups").select("chat_id").where("user_id", "=", id).execute();

/** Once the walk that began with the server is over. */
const walked = async () => {
  await noteLeftBefore(kampus.db);
  const walks = kampus.db.selectFrom("walks").select("name").where("name", "=", "left_groups");
  await expect.poll(() => walks.execute()).toEqual([]);
};

it("an archive reads only the groups that its member has left, however many others there are", async () => {
  await walked();
  const { id } = await messenger.group(owner, "Физика", [one]);
  await say(one, id, "Прощайте");
  await leave(one, id);
  let asked = 0;
  const db = kampus.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  expect(await archived(one, db)).toEqual(["Прощайте"]);
  const before = asked;
  await sql`
    INSERT INTO chats (kind, title) SELECT 'group', 'Чужая' FROM generate_series(1, 10000)`.execute(
    kampus.db,
  );
  expect(await archived(one, db)).toEqual(["Прощайте"]);
  expect(asked).toBe(2 * before);
});

it("an archive reads each message of a group that its member has left no more than twice, in their order", async () => {
  const { id } = await messenger.group(owner, "Физика", [one]);
  const [all, own] = [40_000, 5_000];
  await sql`
    INSERT INTO messages (chat_id, seq, author_id, client_id, text)
    SELECT ${id}, seq, CASE seq % ${all / own} WHEN 0 THEN ${one.id}::int ELSE ${owner.id} END, gen_random_uuid(), seq
    FROM generate_series(1, ${all}::int) AS seq`.execute(kampus.db);
  await sql`UPDATE chats SET last_seq = ${all} WHERE id = ${id}`.execute(kampus.db);
  await sql`ANALYZE messages`.execute(kampus.db);
  await leave(one, id);
  const { texts, read } = await kampus.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL random_page_cost = 1.1`.execute(trx); // as on a server; the embedded database has its own
    const readBefore = await messagesRead(trx);
    const archive = await archived(one, trx);
    return { texts: archive, read: (await messagesRead(trx)) - readBefore };
  });
  expect(texts).toEqual(Array.from({ length: own }, (_, at) => String((at + 1) * (all / own))));
  expect(read).toBe(2 * own);
});

it("a member who leaves without having written, or stays, has nothing of a group in this part of the archive", async () => {
  const { id } = await messenger.group(owner, "Физика", [one]);
  await say(owner, id, "Салом");
  await leave(one, id);
  expect([await archived(one), await archived(owner)]).toEqual([[], []]);
});

it("what was written in groups that were left before such were noted is archived, during the walk over these and after it", async () => {
  await walked();
  const left = await messenger.group(owner, "Физика", [one]);
  const again = await messenger.group(owner, "Химия", [one]);
  await leaveUnnoted([left, again]);
  await comeBack(one, again.id);
  await say(one, again.id, "Снова здесь");
  const expected = [left, again].map(({ id }) => `Прощайте ${String(id)}`);
  await beginWalk(left.id);
  await sql`INSERT INTO left_groups (user_id, chat_id) VALUES (${one.id}, ${left.id})`.execute(
    kampus.db,
  );
  expect(await archived(one)).toEqual(expected);
  await sql`UPDATE walks SET after = 0 WHERE name = 'left_groups'`.execute(kampus.db);
  await walked();
  expect(await archived(one)).toEqual(expected);
  expect(await archived(owner)).toEqual([]);
});

/** The last statement of a purge, by whichever build; one before this deletes no row of `left_groups`. */
const purgedBy = (trx: Db, { id }: SignedInMember) =>
  trx
    .updateTable("users")
    .set({ email: `purged:${String(id)}`, deleted_at: new Date(), purged_at: new Date() })
    .where("id", "=", id)
    .execute();

it("nothing is noted of a purged account any more, whichever build purges it", async () => {
  const { id } = await messenger.group(owner, "Физика", [one]);
  await say(one, id, "Прощайте");
  await leave(one, id);
  expect(await notedOf(one)).toEqual([{ chat_id: id }]);
  await purgedBy(kampus.db, one);
  expect(await notedOf(one)).toEqual([]);
});

// The embedded database does one thing after another: there nothing happens during a walk.
if (process.env.TEST_DATABASE_URL) {
  const changingImage = (id: number) =>
    holdOpen(kampus, (trx) =>
      trx
        .updateTable("chats")
        .set({ image_key: `chats/${String(id)}`, image_width: 1, image_height: 1 })
        .set({ image_at: new Date() })
        .where("id", "=", id)
        .execute(),
    );

  /** Lets the walk come to a row that is locked, and releases the row once the walk waits for it. */
  async function walkUntilReleased(release: () => Promise<void>): Promise<void> {
    const walking = noteLeftBefore(kampus.db);
    try {
      await expect.poll(kampus.waitingForLocks).toBe(1);
    } finally {
      await release();
    }
    await walking;
  }

  it("what was written in a group is archived also when its image is changed during the walk", async () => {
    await walked();
    const group = await messenger.group(owner, "Физика", [one]);
    await leaveUnnoted([group]);
    const release = await changingImage(group.id);
    await beginWalk(group.id - 1);
    await walkUntilReleased(release);
    expect(await archived(one)).toEqual([`Прощайте ${String(group.id)}`]);
  });

  it("an account whose purge ends during the walk is not noted by it", async () => {
    await walked();
    const group = await messenger.group(owner, "Физика", [one]);
    await leaveUnnoted([group]);
    const release = await holdOpen(kampus, (trx) => purgedBy(trx, one));
    await beginWalk(group.id - 1);
    await walkUntilReleased(release);
    expect(await notedOf(one)).toEqual([]);
  });

  it("an account whose purge begins during the walk is not noted by it any more", async () => {
    await walked();
    const [first, second] = [
      await messenger.group(owner, "Физика", [one]),
      await messenger.group(owner, "Химия", [one]),
    ];
    await leaveUnnoted([first, second]);
    const release = await changingImage(second.id);
    await beginWalk(first.id - 1);
    const walking = noteLeftBefore(kampus.db);
    let purging: Promise<void> | undefined;
    try {
      await expect.poll(kampus.waitingForLocks).toBe(1);
      purging = kampus.purge(one);
      await expect.poll(kampus.waitingForLocks).toBe(2);
    } finally {
      await release();
    }
    await Promise.all([walking, purging]);
    expect(await notedOf(one)).toEqual([]);
  });
}
