import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { deleteEmptyChats } from "#server/messenger/chats/empty-chats.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let owner: SignedInMember;
let one: SignedInMember;
beforeEach(async () => {
  [owner, one] = await signedInMembers(kampus, 2);
});

const sweep = () => deleteEmptyChats(kampus.db, () => Promise.resolve());
const noted = async () =>
  (await kampus.db.selectFrom("emptied_groups").select("chat_id").execute()).map(
    ({ chat_id }) => chat_id,
  );
const isThere = async (id: number) =>
  (await kampus.db.selectFrom("chats").select("id").where("id", "=", id).execute()).length > 0;
const leaveAll = (id: number) =>
  kampus.db.deleteFrom("chat_members").where("chat_id", "=", id).execute();

/** A group that was left when nothing noted it yet. */
async function groupLeftBefore() {
  const { id } = await messenger.group(owner, "Физика", [one]);
  await sql`ALTER TABLE chat_members DISABLE TRIGGER USER`.execute(kampus.db);
  await leaveAll(id);
  await sql`ALTER TABLE chat_members ENABLE TRIGGER USER`.execute(kampus.db);
  return id;
}

it("a group goes with its last member, whatever takes them out, and one that has members stays", async () => {
  const left = await messenger.group(owner, "Физика", [one]);
  const kept = await messenger.group(owner, "Химия", [one]);
  await kampus.db
    .deleteFrom("chat_members")
    .where("chat_id", "=", kept.id)
    .where("user_id", "=", one.id)
    .execute();
  expect(await sweep()).toBe(0);
  await leaveAll(left.id);
  expect(await sweep()).toBe(1);
  expect([await isThere(left.id), await isThere(kept.id)]).toEqual([false, true]);
  expect(await noted()).toEqual([]);
});

it("a sweep that is interrupted leaves to later ones only the groups that it has not deleted", async () => {
  const { id: deleted } = await messenger.group(owner, "Физика", [one]);
  const { id: left } = await messenger.group(owner, "Химия", [one]);
  for (const id of [deleted, left]) {
    await messenger.say(owner, id, "Прощайте", "group");
    await leaveAll(id);
  }
  const closing = new AbortController();
  const closeAtSecond = async () => {
    if (!(await isThere(deleted))) closing.abort();
  };
  expect(await deleteEmptyChats(kampus.db, closeAtSecond, closing.signal)).toBe(1);
  expect(await noted()).toEqual([left]);
  expect([await sweep(), await noted()]).toEqual([1, []]);
});

it("nothing stays noted of a group that a build before has deleted", async () => {
  const { id } = await messenger.group(owner, "Физика", [one]);
  await leaveAll(id);
  await kampus.db.deleteFrom("chats").where("id", "=", id).execute();
  await sweep();
  expect(await noted()).toEqual([]);
});

it("a group that was left before such were noted is found by one walk over all groups, and by no later one", async () => {
  const before = await groupLeftBefore();
  await sql`INSERT INTO walks (name, after) VALUES ('emptied_groups', 0) ON CONFLICT DO NOTHING`.execute(
    kampus.db,
  );
  await sweep();
  await sweep();
  expect(await isThere(before)).toBe(false);
  const unnoticed = await groupLeftBefore();
  await sweep();
  await sweep();
  expect(await isThere(unnoticed)).toBe(true);
});

/** What a purge of a build before migration 0044 does to a private chat: it leaves the pair. */
const purgedBefore = async (members: SignedInMember[]) => {
  for (const { id } of members) {
    await kampus.db.deleteFrom("chat_members").where("user_id", "=", id).execute();
    await kampus.db
      .updateTable("users")
      .set({ email: `purged:${String(id)}`, deleted_at: new Date(), purged_at: new Date() })
      .where("id", "=", id)
      .execute();
  }
};

it("a private chat goes once both of its members are purged, whichever build purges them", async () => {
  const { id } = await messenger.open(owner, one);
  await messenger.say(owner, id, "Прощайте");
  await purgedBefore([owner]);
  await sweep();
  expect(await isThere(id)).toBe(true);
  await purgedBefore([one]);
  await sweep();
  expect(await isThere(id)).toBe(false);
});

it("a private chat that was left with its pair before is found by one walk over all of them", async () => {
  const { id } = await messenger.open(owner, one);
  await sql`ALTER TABLE chat_members DISABLE TRIGGER USER`.execute(kampus.db);
  await purgedBefore([owner, one]);
  await sql`ALTER TABLE chat_members ENABLE TRIGGER USER`.execute(kampus.db);
  await sql`INSERT INTO walks (name, after) VALUES ('parted_chats', 0) ON CONFLICT DO NOTHING`.execute(
    kampus.db,
  );
  await sweep();
  await sweep();
  expect(await isThere(id)).toBe(false);
});

it("a private chat of nobody is deleted also while a group cannot be", async () => {
  const group = await messenger.group(owner, "Физика", [one]);
  await leaveAll(group.id);
  const { id } = await messenger.open(owner, one);
  await kampus.db
    .updateTable("chats")
    .set({ private_low: null, private_high: null })
    .where("id", "=", id)
    .execute();
  const freeMedia = vi.fn<() => Promise<void>>();
  freeMedia.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("away"));
  await expect(deleteEmptyChats(kampus.db, freeMedia)).rejects.toThrow("away");
  expect([await isThere(id), await isThere(group.id)]).toEqual([false, true]);
});
