/** The operator deletes and restores accounts, and renames members. */
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import type { Db } from "#server/db/database.ts";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { testSchools } from "#server/testing/data/test-schools.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const friendship = testFriendships(kampus);
const members = (...words: (string | number)[]) =>
  testOperator(kampus)("members", ...words.map(String));
/** A publication waits for the next poll of a node. */
const soon = { timeout: 15_000 };
afterEach(closeSockets);

describe("members delete", () => {
  it("purges at once in portions, and tells the operator meanwhile how many are done", async () => {
    const member = await kampus.member();
    const files = Array.from({ length: 201 }, (_, index) => ({
      ...{ user_id: member.id, name: `${index}.pdf`, mime: "application/pdf", bytes: 1 },
      ...{ kind: "document" as const, has_thumb: false, storage_key: newStorageKey("media") },
    }));
    await kampus.db.insertInto("media").values(files).execute();
    const told: string[] = [];
    const operator = testOperator(kampus, {
      typed: "purge",
      showProgress: (text) => told.push(text),
    });
    await operator("members", "delete", String(member.id), "--now");
    const who = `${member.id} ${member.email}`;
    expect(told.slice(-2)).toEqual([
      `… ${who}: portion 1 of messages and files deleted`,
      `… ${who}: portion 2 of messages and files deleted`,
    ]);
  });

  it("mails the member that the administrators did it, and how to come back, unless they are suspended", async () => {
    const [member, suspended] = [await kampus.member(), await kampus.member()];
    await members("suspend", suspended.id, "--reason", "spam");
    await members("delete", member.id, suspended.id);
    const textOf = async ({ email }: { email: string }) =>
      (await kampus.mails(email, 2)).find(({ subject }) => subject.startsWith("Аккаунт будет"))
        ?.text;
    const [text, ofSuspended] = [await textOf(member), await textOf(suspended)];
    for (const each of [text, ofSuspended]) {
      expect(each).toContain("Администрация удалила аккаунт");
      expect(each).not.toContain("Вы попросили");
      expect(each).not.toContain("смените пароль");
    }
    expect(text).toContain("/ru/login");
    expect(ofSuspended).not.toMatch(/\/ru\/login|Войдите/);
  });

  it("publishes to open pages who owns the groups now, and the counts without the member", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).group(member, "Физика", [other]);
    await friendship(member, "add", other.id);
    const device = await connectSocket(kampus, { token: other.token });
    const count = () => device.payloadsOf("friendship").at(-1)?.pending;
    await expect.poll(count).toBe(1);
    await members("delete", member.id);
    await expect
      .poll(() => device.payloadsOf("chat_changed"), soon)
      .toContainEqual({ chat_id: chat.id });
    await expect.poll(count, soon).toBe(0);
    const { data } = await testMessenger(kampus).chats(other);
    expect(data).toMatchObject([{ id: chat.id, role: "owner" }]);
  });
});

describe("members restore", () => {
  it("undoes the operator's deletion: they sign in, and others count them again", async () => {
    const member = await kampus.member();
    const [other] = await signedInMembers(kampus, 1);
    await friendship(member, "add", other.id);
    await members("delete", member.id);
    const device = await connectSocket(kampus, { token: other.token });
    const count = () => device.payloadsOf("friendship").at(-1)?.pending;
    await expect.poll(count).toBe(0);
    expect(await members("restore", member.email)).toEqual([
      `✓ Restored ${member.id} ${member.email}`,
    ]);
    await expect.poll(count, soon).toBe(1);
    const back = await kampus.signIn(member.email, member.password);
    expect(statusAndBody(back)).toMatchObject([200, { user: { id: member.id } }]);
    expect(back.json()).not.toHaveProperty("restored");
  });

  it("leaves a suspension, and says until when it keeps the member out", async () => {
    const member = await kampus.member();
    const done = `✓ Restored ${member.id} ${member.email}`;
    await members("suspend", member.id, "--reason", "spam", "--until", "2099-03-01");
    await members("delete", member.id);
    expect(await members("restore", member.id)).toEqual([
      "  still suspended until 2099-03-01 00:00 (UTC)",
      done,
    ]);
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(403);
    await members("suspend", member.id, "--reason", "spam");
    await members("delete", member.id);
    expect(await members("restore", member.id)).toEqual(["  still suspended", done]);
  });

  it("refuses who is not deleted or was deleted too long ago, and changes nothing in a dry run", async () => {
    const member = await kampus.member();
    await expect(members("restore", member.id)).rejects.toThrow("is not deleted");
    await members("delete", member.id);
    await members("restore", member.id, "--dry-run");
    expect((await kampus.rowOf(member)).deleted_at).not.toBeNull();
    await kampus.updateMember(member, { deleted_at: sql<Date>`now() - interval '30 days'` });
    await expect(members("restore", member.id)).rejects.toThrow("deleted too long ago");
  });
});

// The embedded database does one thing after another: there nothing happens at once.
describe.runIf(process.env.TEST_DATABASE_URL)("several members at once", () => {
  const { makeSchool, study } = testSchools(kampus);
  const there = { deleted_at: null };
  const deleted = { deleted_at: sql<Date>`now()` };
  const classOf = (trx: Db, objectId: number) =>
    sql`SELECT FROM class_sizes WHERE object_id = ${objectId} FOR UPDATE`.execute(trx);

  it.each([
    ["deleted", "delete", there, []],
    ["restored", "restore", deleted, []],
    ["confirmed", "verify", { verified_at: null }, []],
    ["purged", "delete", there, ["--now", "--confirm", "purge"]],
  ])(
    "are %s while somebody changes educations at the schools of two of them, and neither fails",
    async (_title, command, before, options) => {
      const [first, second] = await signedInMembers(kampus, 2);
      const [early, late] = [await makeSchool(first), await makeSchool(first)];
      await study(first, late);
      await study(second, early);
      for (const member of [first, second]) await kampus.updateMember(member, before);
      const { changing } = await kampus.db.transaction().execute(async (trx) => {
        // In the order in which a change of several educations counts their classes.
        await classOf(trx, early);
        const changing = members(command, first.id, second.id, ...options);
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        await classOf(trx, late);
        return { changing }; // not awaited: it waits for this transaction
      });
      expect((await changing).filter((line) => line.startsWith("✓"))).toHaveLength(2);
      const { rows } = await sql<{ total: number }>`
        SELECT total FROM class_sizes WHERE object_id IN (${early}, ${late}) AND ended = 0`.execute(
        kampus.db,
      );
      const total = command === "delete" ? 0 : 1;
      expect(rows).toEqual([{ total }, { total }]);
    },
  );
});

describe("members rename", () => {
  const rename = (who: number, names: Record<string, string>, ...options: string[]) =>
    members("rename", who, ...Object.entries(names).flat(), ...options);
  const whole = { "--surname": "Рахимова", "--name": "Нигора", "--patronymic": "Шухратовна" };
  const nameOf = async (member: { id: number }) => {
    const { surname, name, patronymic } = await kampus.rowOf(member);
    return [surname, name, patronymic];
  };

  it("gives another name, by which others find the member, and leaves it out of the audit", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    await rename(member.id, whole);
    expect(await nameOf(member)).toEqual(["Рахимова", "Нигора", "Шухратовна"]);
    const query = { q: "Рахимова Нигора" };
    const found = await kampus.get("/api/ru/users", { token: other.token, query });
    expect(found.json<PeopleList>().data.map(({ id }) => id)).toEqual([member.id]);
    const audit = (await testOperator(kampus)("audit", "--limit", "1", "--json")).join("\n");
    expect(audit).toContain(`member ${member.id}`);
    expect(audit).not.toContain("Рахимова");
  });

  it("keeps the rules of the sign-up, and changes nothing in a dry run", async () => {
    const [member] = await signedInMembers(kampus, 1);
    const before = await nameOf(member);
    await expect(rename(member.id, { ...whole, "--surname": "X" })).rejects.toThrow(/^surname: /);
    await expect(rename(member.id, { ...whole, "--name": "Kampus" })).rejects.toThrow(/^name: /);
    await rename(member.id, whole, "--dry-run");
    expect(await nameOf(member)).toEqual(before);
  });
});
