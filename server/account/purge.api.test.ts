import Fastify from "fastify";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import {
  type Forget,
  lockNextToPurge,
  purgeAccounts,
  purgeFailures,
  purgePlugin,
} from "#server/account/purge.ts";
import { createLog } from "#server/infra/log.ts";
import { newStorageKey, releaseFiles } from "#server/storage/unclaimed-files.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { insertMembers, oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { rowsRead } from "#server/testing/data/rows-read.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const forgetPortion = () => Promise.resolve(false);

/** Adds the telephone through the API, with its code. */
async function givePhone({ id, token, password }: TestMember, phone: string) {
  await kampus.updateMember({ id }, { verified_at: sql<Date>`now()` });
  await kampus.db.deleteFrom("mailbox").where("recipient", "=", phone).execute();
  await kampus.post(`${setting}/phone`, { phone, password }, { token });
  const code = await testRecovery(kampus).textedCode(phone);
  const answer = await kampus.post(`${setting}/phone/confirm`, { phone, code }, { token });
  expect(answer.statusCode).toBe(200);
}

const setting = "/api/en/profile/setting";

/** A deleted member with all kinds of data, whose days have passed. */
async function deletedMember(days: number) {
  const member = await kampus.member({ surname: "Канарейкина", name: "Канарейка" });
  const { token, password } = member;
  const phone = `+99891${String(1_000_000 + member.id)}`;
  const fields = { surname: "Канарейкина", name: "Канарейка", patronymic: "Канареевна" };
  await kampus.put(`${setting}/account`, { ...fields, locale: "ru" }, { token });
  await givePhone(member, phone);
  const friend = await oneMember(kampus, {});
  await testProfiles(kampus).befriend(member, friend);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(member, friend);
  await messenger.say(member, chat.id, "Салом");
  await messenger.say(friend, chat.id, "Ва алейкум");
  await testEntries(kampus, "educations", studies).add(member, { speciality: "Канарейки" });
  await testEntries(kampus, "jobs", works).add(member, { company: "Канарейка" });
  await kampus.post(`${setting}/deletion`, { password }, { token });
  await kampus.mails(member.email, 3);
  await kampus.updateMember(member, {
    deleted_at: sql<Date>`now() - make_interval(secs => ${days * 86_400})`,
  });
  return { member, phone, friend, chat, messenger };
}

const count = async (table: "friendships" | "chat_members" | "sessions", condition: string) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${sql.raw(condition)}`.execute(
    kampus.db,
  );
  return rows[0]?.n;
};
const login = ({ email, password }: Pick<TestMember, "email" | "password">) =>
  kampus.signIn(email, password);

describe("30 days after its deletion an account", () => {
  it("leaves no data of the person anywhere", async () => {
    const { member, phone } = await deletedMember(30.01);
    expect(await kampus.purgeAccounts()).toBe(1);
    const { rows } = await sql<{ table: string }>`
      SELECT table_name AS "table" FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(kampus.db);
    expect(rows.length).toBeGreaterThan(10);
    for (const { table } of rows) {
      const dump = await sql<{ row: string }>`
        SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(kampus.db);
      const text = dump.rows.map(({ row }) => row).join("\n");
      for (const trace of ["анаре", member.email, phone]) expect(text, table).not.toContain(trace);
    }
    expect(await kampus.rowOf(member)).toMatchObject({ password_hash: "", verified_at: null });
  });

  it("has no friends, chats or sessions, but its messages stay readable", async () => {
    const { member, friend, chat, messenger } = await deletedMember(31);
    await kampus.purgeAccounts();
    const { id } = member;
    expect([
      await count("friendships", `low_user = ${id} OR high_user = ${id}`),
      await count("chat_members", `user_id = ${id}`),
      await count("sessions", `user_id = ${id}`),
    ]).toEqual([0, 0, 0]);
    expect(await messenger.history(friend, chat.id)).toMatchObject({
      data: [
        { author: { id, fullname: "Удалённый участник" }, text: "Салом" },
        { text: "Ва алейкум" },
      ],
    });
    expect((await messenger.send(friend, chat.id)).statusCode).toBe(404);
    expect((await messenger.chats(friend)).data).toHaveLength(1);
  });

  it("frees its address and telephone, and cannot be signed in to", async () => {
    const { member, phone } = await deletedMember(31);
    await kampus.purgeAccounts();
    const { email } = await kampus.rowOf(member);
    for (const password of ["", "none", member.password])
      for (const name of [email, member.email])
        expect((await login({ email: name, password })).statusCode).toBe(422);
    const next = await kampus.signUp({ email: member.email });
    expect(next.id).not.toBe(member.id);
    await givePhone(next, phone);
  });
});

describe("purging", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });

  it("leaves alone accounts that can still be restored, and those that were never deleted", async () => {
    const { member } = await deletedMember(29.99);
    const other = await kampus.member();
    expect(await kampus.purgeAccounts()).toBe(0);
    expect((await login(member)).statusCode).toBe(200);
    expect((await login(other)).statusCode).toBe(200);
  });

  it("looks at none of the accounts that were closed lately", async () => {
    await kampus.purgeAccounts();
    const closed = await insertMembers(
      kampus,
      Array.from({ length: 50 }, () => ({})),
    );
    for (const member of closed) await kampus.updateMember(member, { deleted_at: new Date() });
    await kampus.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      expect(await rowsRead(trx, sql`${lockNextToPurge(trx, [])}`)).toBe(0);
    });
  });

  it("purges each account once, however many nodes do it at once", async () => {
    for (const days of [31, 32, 33]) await deletedMember(days);
    const purged = await Promise.all([1, 2, 3].map(() => kampus.purgeAccounts()));
    expect(purged.reduce((sum, some) => sum + some)).toBe(3);
    expect(await kampus.purgeAccounts()).toBe(0);
  });

  it("changes nothing when it is interrupted, and the next run completes it", async () => {
    const { member } = await deletedMember(31);
    const forgetFriends: Forget = async (trx, userId) => {
      await trx
        .deleteFrom("friendships")
        .where(sql<boolean>`${userId} IN (low_user, high_user)`)
        .execute();
    };
    const killed = () => Promise.reject(new Error("killed"));
    const breaking = { db: kampus.db, forget: [forgetFriends, killed], forgetPortion };
    await expect(purgeAccounts(breaking, log)).rejects.toThrow("killed");
    expect(await kampus.rowOf(member)).toMatchObject({ email: member.email, purged_at: null });
    expect(await count("friendships", `${member.id} IN (low_user, high_user)`)).toBe(1);
    expect(await kampus.purgeAccounts()).toBe(1);
  });

  it("logs and counts an account that cannot be purged, and purges the others", async () => {
    const [stuck, next] = [await deletedMember(33), await deletedMember(32)];
    const refuse: Forget = (_trx, userId) =>
      userId === stuck.member.id ? Promise.reject(new Error("stuck")) : Promise.resolve();
    const before = purgeFailures();
    const breaking = { db: kampus.db, forget: [refuse], forgetPortion };
    await expect(purgeAccounts(breaking, log)).rejects.toThrow("stuck");
    expect((await kampus.rowOf(stuck.member)).purged_at).toBeNull();
    expect((await kampus.rowOf(next.member)).purged_at).not.toBeNull();
    expect(purgeFailures() - before).toBeGreaterThanOrEqual(1);
    expect(lines.join("")).toMatch(
      new RegExp(`"account":${stuck.member.id},"msg":"could not purge an account"`),
    );
    expect(await kampus.purgeAccounts()).toBe(1);
  });

  it("releases more files of one member than a statement takes parameters", async () => {
    const keys = Array.from({ length: 70_000 }, () => newStorageKey("images"));
    await releaseFiles(kampus.db, keys);
    const { count } = await kampus.db
      .deleteFrom("unclaimed_files")
      .where(sql<boolean>`storage_key = ANY (${keys}::text[])`)
      .executeTakeFirstOrThrow()
      .then(({ numDeletedRows }) => ({ count: Number(numDeletedRows) }));
    expect(count).toBe(70_000);
  });

  it("happens when a server starts", async () => {
    const { member } = await deletedMember(31);
    const starting = Fastify();
    await starting.register(purgePlugin, { db: kampus.db, forget: [], forgetPortion });
    await starting.ready();
    await expect.poll(async () => (await kampus.rowOf(member)).purged_at).not.toBeNull();
    await starting.close();
  });

  it("deletes sessions that have expired, and no others", async () => {
    const [ended, live] = await signedInMembers(kampus, 2);
    await kampus.db
      .updateTable("sessions")
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where("user_id", "=", ended.id)
      .execute();
    await kampus.purgeAccounts();
    expect(await count("sessions", `user_id = ${ended.id}`)).toBe(0);
    expect(await count("sessions", `user_id = ${live.id}`)).toBe(1);
  });
});
