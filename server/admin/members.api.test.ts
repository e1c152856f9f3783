import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, inject, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { readZip } from "#server/testing/data/read-zip.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus, "en");

const password = "of the operator";
const names = { surname: "Рахимова", name: "Нигора", patronymic: "Шухратовна" };
const create = (email: string, fields: Partial<typeof names> = {}, typed = password) =>
  testOperator(kampus, { typed })(
    "members",
    "create",
    "--email",
    email,
    "--verified",
    "--password-stdin",
    ...Object.entries({ ...names, ...fields }).flatMap(([field, value]) => [`--${field}`, value]),
  );
const members = (...words: string[]) => testOperator(kampus)("members", ...words);
const suspend = (who: string | number, ...options: string[]) =>
  members("suspend", String(who), "--reason", "spam", ...options);
const tokenOf = async (email: string, password: string) =>
  (await kampus.signIn(email, password)).json<{ token: string }>().token;

describe("a member whom the operator has created on the second account domain", () => {
  it("signs in with that domain, and is not confused with their namesake on the first", async () => {
    const namesake = await kampus.member({ email: "nigora.r@kampus.example" });
    const [line] = await create("Nigora.R@talim.example");
    expect(line).toMatch(/^✓ Created \d+ nigora\.r@talim\.example, confirmed$/);
    expect(statusAndBody(await kampus.signIn("nigora.r@talim.example", password))).toMatchObject([
      200,
      { user: { email: "nigora.r@talim.example", verified: true, surname: "Рахимова" } },
    ]);
    expect((await kampus.signIn(namesake.email, password)).statusCode).toBe(422);
  });

  it("recovers the password by a mailed code, which does not affect their namesake on the first", async () => {
    const email = "recovering@talim.example";
    await kampus.signUp({ email: "recovering@kampus.example" });
    await create(email);
    expect((await recovery.ask({ email })).statusCode).toBe(200);
    const code = await recovery.mailedCode(email, 1);
    expect((await recovery.reset(code, "quite another")).statusCode).toBe(200);
    expect((await kampus.signIn(email, "quite another")).statusCode).toBe(200);
    expect((await kampus.signIn("recovering@kampus.example", "quite another")).statusCode).toBe(
      422,
    );
  });

  it("downloads their archive, deletes the account and restores it by signing in", async () => {
    const email = "leaving@talim.example";
    await create(email);
    const token = await tokenOf(email, password);
    const own = (path: string) =>
      kampus.post(`/api/en/profile/setting/${path}`, { password: password }, { token });
    const archive = readZip((await own("export")).rawPayload);
    expect(archive.get("account.json")).toContain(email);
    expect((await own("deletion")).statusCode).toBe(200);
    expect((await kampus.mails(email))[0]?.text).toContain("/login");
    const back = await kampus.signIn(email, password);
    expect(statusAndBody(back)).toMatchObject([200, { restored: true }]);
  });
});

describe("creating a member", () => {
  it("generates a password where none is given, and prints it once", async () => {
    const [, line = ""] = await members(
      "create",
      "--email",
      "made.up@talim.example",
      "--verified",
      ...Object.entries(names).flatMap(([field, value]) => [`--${field}`, value]),
    );
    const madeUp = /password: (\S{16}) /.exec(line)?.[1] ?? "";
    expect((await kampus.signIn("made.up@talim.example", madeUp)).statusCode).toBe(200);
  });

  it.each([
    ["someone@elsewhere.example", {}, /email: no address .* kampus\.example, talim\.example/],
    ["short@talim.example", {}, /email: At least 6/],
    ["taken.one@talim.example", {}, /taken\.one@talim\.example is taken/],
    ["admin.istrator@talim.example", {}, /email: /],
    ["with.name@talim.example", { surname: "X" }, /surname: /],
  ])("is refused in words: %s %j", async (email, fields, fault) => {
    if (email.startsWith("taken")) await create(email);
    await expect(create(email, fields)).rejects.toThrow(fault);
  });
});

describe("a suspended member", () => {
  it("is signed out at once, can sign in only after the suspension, and learns of it only with the right password", async () => {
    const member = await kampus.member();
    const friend = await kampus.member();
    expect(await suspend(member.email)).toEqual([
      "  1 sessions ended",
      `✓ Suspended ${member.id} ${member.email}`,
    ]);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(401);
    expect((await kampus.get("/api/en/user", { token: friend.token })).statusCode).toBe(200);
    expect(statusAndBody(await kampus.signIn(member.email, member.password, "en"))).toEqual([
      403,
      {
        message: "This account has been blocked by the administrators. Reason: spam",
        code: "suspended",
      },
    ]);
    const wrong = await kampus.signIn(member.email, "a guess");
    expect(statusAndBody(wrong)).toMatchObject([422, { code: "credentials_invalid" }]);
    await members("unsuspend", String(member.id));
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(200);
  });

  it.each(locales)("reads why and until when in %s", async (locale) => {
    const member = await kampus.signUp();
    await suspend(member.id, "--until", "2099-03-01T12:00");
    const answer = await kampus.signIn(member.email, member.password, locale);
    const { message } = answer.json<{ message: string }>();
    expect(message).toContain("01.03.2099, 17:00");
    expect(message).toMatch(/spam|спам/);
  });

  it("can sign in again once the time has passed by the database's clock", async () => {
    const member = await kampus.signUp();
    await suspend(member.id, "--days", "7");
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(403);
    await kampus.updateMember(member, { suspended_until: sql<Date>`now()` });
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(200);
    expect((await members("find", String(member.id))).join()).not.toContain("suspended");
  });

  it("gets no session by a recovered password, nor by restoring a deletion", async () => {
    const { id, email, code } = await recovery.memberWithCode();
    await suspend(email);
    await recovery.reset(code, "new password");
    expect((await kampus.signIn(email, "new password")).statusCode).toBe(403);
    await kampus.updateMember({ id }, { deleted_at: new Date() });
    expect((await kampus.signIn(email, "new password")).statusCode).toBe(403);
    expect((await kampus.rowOf({ id })).deleted_at).not.toBeNull();
  });

  it.each([
    [["--until", "2001-01-01"], /must lie in the future/],
    [["--until", "tomorrow"], /a time such as/],
    [["--until", "2099-06-31T12:00+05:00"], /a time such as/],
    [["--days", "0"], /from 1 to/],
    [["--days", "7", "--until", "2099-01-01"], /give either/],
    [["--reason", "envy"], /spam, abuse, fake, rules/],
  ])("is not suspended by an order that says nonsense: %j", async (options, fault) => {
    const member = await kampus.signUp();
    await expect(suspend(member.id, ...options)).rejects.toThrow(fault);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
  });
});

describe("a dry run", () => {
  it("reports what a suspension would do, and leaves the member signed in", async () => {
    const member = await kampus.signUp();
    expect(await suspend(member.id, "--dry-run")).toEqual([
      "  1 sessions ended",
      `dry run: Suspended ${member.id} ${member.email}`,
      "Nothing was changed: this was a dry run",
    ]);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
  });
});

it("no member changes when the operator names one among them who does not exist", async () => {
  const member = await kampus.signUp();
  await expect(
    members("suspend", member.email, "nobody@kampus.example", "--reason", "spam"),
  ).rejects.toThrow(/no member "nobody@kampus\.example"/);
  expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
});

it("a member whose address the operator confirms is verified from the next call", async () => {
  const member = await kampus.signUp();
  const statusOf = async () =>
    (await kampus.get("/api/en/profile/statistics", { token: member.token })).statusCode;
  expect(await statusOf()).toBe(403);
  await members("verify", member.email);
  expect(await statusOf()).toBe(200);
});

it("a member whom the operator signs out has no session left, and can sign in again", async () => {
  const member = await kampus.signUp();
  await kampus.signIn(member.email, member.password);
  expect((await members("sign-out", member.email))[0]).toBe("  2 sessions");
  expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(401);
  expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(200);
});

describe("a member whom the operator deletes", () => {
  it("is mailed how to restore the account, and restores it by signing in", async () => {
    const member = await kampus.member();
    const [line] = await members("delete", member.email);
    expect(line).toMatch(/^✓ Deleted \d+ .*, restorable until \d{4}-/);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(401);
    expect((await kampus.mails(member.email, 2))[0]?.text).toContain("/login");
    const back = await kampus.signIn(member.email, member.password);
    expect(statusAndBody(back)).toMatchObject([200, { restored: true }]);
  });

  it("hands their groups over", async () => {
    const owner = await kampus.member();
    const other = await kampus.member();
    const { id } = await kampus.db
      .insertInto("chats")
      .values({ kind: "group", title: "Группа", search_title: "группа" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await kampus.db
      .insertInto("chat_members")
      .values([
        { chat_id: id, user_id: owner.id, role: "owner" },
        { chat_id: id, user_id: other.id },
      ])
      .execute();
    await members("delete", String(owner.id));
    const { role } = await kampus.db
      .selectFrom("chat_members")
      .select("role")
      .where("user_id", "=", other.id)
      .executeTakeFirstOrThrow();
    expect(role).toBe("owner");
  });

  it("is purged at once only after the operator types the word", async () => {
    const member = await kampus.member();
    const purge = (typed: string) =>
      testOperator(kampus, { typed })("members", "delete", String(member.id), "--now");
    await expect(purge("yes")).rejects.toThrow(/"purge" was not given/);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
    expect(await purge("purge")).toEqual([`✓ Purged ${member.id} ${member.email}`]);
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(422);
    expect(await members("find", member.email)).toEqual(["Nobody found"]);
    await kampus.signUp({ email: member.email });
  });

  it("whose purge would fail is not said to be purged by a dry run, which changes nothing otherwise", async () => {
    const [member, other] = [await kampus.member(), await kampus.member()];
    await sql`
      CREATE FUNCTION refuse_purge() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'this account cannot be purged'; END $$`.execute(kampus.db);
    await sql`
      CREATE TRIGGER refuse_purge BEFORE UPDATE OF purged_at ON users FOR EACH ROW
      WHEN (NEW.id = ${sql.lit(member.id)}) EXECUTE FUNCTION refuse_purge()`.execute(kampus.db);
    const tryPurge = ({ id }: { id: number }) =>
      testOperator(kampus, { typed: "purge" })(
        ...(["members", "delete", String(id), "--now", "--dry-run"] as const),
      );
    await expect(tryPurge(member)).rejects.toThrow("this account cannot be purged");
    expect((await tryPurge(other))[0]).toBe(`dry run: Purged ${other.id} ${other.email}`);
    for (const { token } of [member, other])
      expect((await kampus.get("/api/en/user", { token })).statusCode).toBe(200);
    await sql`DROP TRIGGER refuse_purge ON users`.execute(kampus.db);
    await sql`DROP FUNCTION refuse_purge`.execute(kampus.db);
  });
});

it("a command without the variables of the server says so, and makes no database", async () => {
  const VAR_DIR = path.join(tmpdir(), `kampus-${randomUUID()}`);
  const command = promisify(execFile)(process.execPath, ["server/admin.ts", "statistics"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", VAR_DIR },
  });
  await expect(command).rejects.toThrow("DATABASE_URL is unset, and VAR_DIR");
  expect(existsSync(VAR_DIR)).toBe(false);
});

it("the command itself reads the password from standard input and never shows it, ends with 1 when it is refused and with 2 when it is not understood", async () => {
  const database = await createTestDatabase(inject("preparedDatabase"));
  const person = ["--surname", "Каримов", "--name", "Али", "--patronymic", "Олимович"];
  const args = ["members", "create", "--email", "by.command@talim.example", ...person];
  const { VAR_DIR, DATABASE_URL } = database.variables;
  const run = (...words: string[]) =>
    new Promise<string>((resolve, reject) => {
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: "production",
        VAR_DIR,
        DATABASE_URL,
      };
      const child = execFile(
        process.execPath,
        ["server/admin.ts", ...words],
        { env },
        (error, stdout, stderr) =>
          error
            ? reject(new Error(`${error.code}: ${stderr}`, { cause: error }))
            : resolve(stdout + stderr),
      );
      child.stdin?.end("from a pipe\n");
    });
  try {
    expect(await run(...args, "--password-stdin")).toMatch(
      /^✓ Created \d+ by\.command@talim\.example\n$/,
    );
    await expect(run(...args, "--password-stdin")).rejects.toThrow(/^1: .*is taken/);
    await expect(run("members", "finf", "x")).rejects.toThrow(/^2: .*members find/);
  } finally {
    await database.drop();
  }
}, 60_000); // two processes that each open a database
