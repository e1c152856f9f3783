import { execFile } from "node:child_process";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { operateMembers, createMember, printMembers } from "#server/admin/operate-members.ts";
import { readZip } from "#server/testing/data/read-zip.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();
let recovery: ReturnType<typeof testRecovery>;
beforeAll(async () => {
  recovery = testRecovery(kampus, "en");
});

const asked = {
  ...{ surname: "Рахимова", name: "Нигора", patronymic: "Шухратовна" },
  ...{ locale: "ru", verified: true, password: "of the operator" },
};
const lines = async (act: (print: (line: string) => void) => Promise<void>) => {
  const printed: string[] = [];
  await act((line) => printed.push(line));
  return printed;
};
const create = (email: string, fields: Partial<Parameters<typeof createMember>[2]> = {}) =>
  lines((print) => createMember(kampus.db, kampus.env, { ...asked, email, ...fields }, print));
const change = (what: "block" | "unblock" | "verify", ...who: string[]) =>
  lines((print) => operateMembers(kampus.db, what, who, print));
const find = (text: string) => lines((print) => printMembers(kampus.db, text, print));
const tokenOf = async (email: string, password: string) =>
  (await recovery.signIn(email, password)).json<{ token: string }>().token;

describe("a member on the second account domain, whom the operator has made", () => {
  it("signs in with that domain, and is not taken for their namesake on the first", async () => {
    const namesake = await kampus.member({ email: "nigora.r@kampus.example" });
    const [line] = await create("Nigora.R@talim.example");
    expect(line).toMatch(/^✓ Created \d+ nigora\.r@talim\.example, confirmed$/);
    const answer = await recovery.signIn("nigora.r@talim.example", asked.password);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { user: { email: "nigora.r@talim.example", verified: true, surname: "Рахимова" } },
    ]);
    expect((await recovery.signIn(namesake.email, asked.password)).statusCode).toBe(422);
  });

  it("recovers the password by a mailed code, which does nothing to their namesake on the first", async () => {
    const email = "recovering@talim.example";
    await kampus.signUp({ email: "recovering@kampus.example" });
    await create(email);
    expect((await recovery.ask({ email })).statusCode).toBe(200);
    const code = await recovery.mailedCode(email, 1);
    expect((await recovery.reset(code, "quite another")).statusCode).toBe(200);
    expect((await recovery.signIn(email, "quite another")).statusCode).toBe(200);
    expect((await recovery.signIn("recovering@kampus.example", "quite another")).statusCode).toBe(
      422,
    );
  });

  it("takes their archive, deletes the account and brings it back by signing in", async () => {
    const email = "leaving@talim.example";
    await create(email);
    const token = await tokenOf(email, asked.password);
    const own = (path: string) =>
      kampus.post(`/api/en/profile/setting/${path}`, { password: asked.password }, { token });
    const archive = readZip((await own("export")).rawPayload);
    expect(archive.get("account.json")).toContain(email);
    expect((await own("deletion")).statusCode).toBe(200);
    expect((await kampus.mails(email))[0]?.text).toContain("/login");
    const back = await recovery.signIn(email, asked.password);
    expect([back.statusCode, back.json()]).toMatchObject([200, { restored: true }]);
  });
});

describe("making a member", () => {
  it("makes up a password where none is given, and prints it once", async () => {
    const [, line = ""] = await create("made.up@talim.example", { password: null });
    const password = /password: (\S{16}) /.exec(line)?.[1] ?? "";
    expect((await recovery.signIn("made.up@talim.example", password)).statusCode).toBe(200);
  });

  it.each([
    ["someone@elsewhere.example", {}, /email: no address .* kampus\.example, talim\.example/],
    ["short@talim.example", {}, /email: At least 6/],
    ["taken.one@talim.example", {}, /taken\.one@talim\.example is taken/],
    ["admin.istrator@talim.example", {}, /email: /],
    ["with.name@talim.example", { surname: "X" }, /surname: /],
    ["with.word@talim.example", { password: " " }, /password: /],
  ])("is refused in words: %s %j", async (email, fields, fault) => {
    if (email.startsWith("taken")) await create(email);
    await expect(create(email, fields)).rejects.toThrow(fault);
  });
});

describe("a suspended member", () => {
  it("is signed out at once, signs in again only once the suspension has ended, and learns of it only with the right password", async () => {
    const member = await kampus.member();
    const friend = await kampus.member();
    expect(await change("block", member.email)).toEqual([`✓ Blocked ${member.id} ${member.email}`]);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(401);
    expect((await kampus.get("/api/en/user", { token: friend.token })).statusCode).toBe(200);
    const right = await recovery.signIn(member.email, member.password);
    expect([right.statusCode, right.json()]).toEqual([
      403,
      { message: "This account has been blocked by the administration", code: "suspended" },
    ]);
    const wrong = await recovery.signIn(member.email, "a guess");
    expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { code: "credentials_invalid" }]);
    await change("unblock", String(member.id));
    expect((await recovery.signIn(member.email, member.password)).statusCode).toBe(200);
  });

  it("gets no session by a recovered password, nor by coming back from a deletion", async () => {
    const { id, email, code } = await recovery.memberWithCode();
    await change("block", email);
    await recovery.reset(code, "new password");
    expect((await recovery.signIn(email, "new password")).statusCode).toBe(403);
    await kampus.db
      .updateTable("users")
      .set({ deleted_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect((await recovery.signIn(email, "new password")).statusCode).toBe(403);
    const { deleted_at } = await kampus.db
      .selectFrom("users")
      .select("deleted_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).not.toBeNull();
  });
});

it("members stay as they are when the operator names one among them who does not exist", async () => {
  const member = await kampus.signUp();
  await expect(change("block", member.email, "nobody@kampus.example")).rejects.toThrow(
    /no member "nobody@kampus\.example"/,
  );
  expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
});

it("a member whose address the operator confirms is verified from the next call", async () => {
  const member = await kampus.signUp();
  const statusOf = async () =>
    (await kampus.get("/api/en/profile/statistics", { token: member.token })).statusCode;
  expect(await statusOf()).toBe(403);
  await change("verify", member.email);
  expect(await statusOf()).toBe(200);
});

it("the operator finds members by id, part of the address or name, and sees what keeps them out", async () => {
  const member = await kampus.signUp({ surname: "Ёкубова", email: "findable@kampus.example" });
  await change("block", String(member.id));
  for (const text of [String(member.id), "FINDable@", "екуб алиш"])
    expect(await find(text)).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${member.id}  findable@.*Ёкубова.*, not confirmed, blocked since \\d{4}-`),
      ),
    );
  expect(await find("nobody at all")).toEqual(["Nobody found"]);
});

it("the command itself reads the password from standard input and never shows it", async () => {
  const database = await createTestDatabase(inject("preparedDatabase"));
  const names = ["--surname", "Каримов", "--name", "Али", "--patronymic", "Олимович"];
  const args = ["members", "create", "--email", "by.command@talim.example", ...names];
  const { VAR_DIR, DATABASE_URL } = database.variables;
  const run = (...words: string[]) =>
    new Promise<string>((resolve, reject) => {
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        ...{ NODE_ENV: "production", VAR_DIR, DATABASE_URL },
      };
      const child = execFile(
        process.execPath,
        ["server/admin.ts", ...words],
        { env },
        (error, stdout, stderr) =>
          error ? reject(new Error(stderr, { cause: error })) : resolve(stdout + stderr),
      );
      child.stdin?.end("from a pipe\n");
    });
  try {
    expect(await run(...args, "--password-stdin")).toMatch(
      /^✓ Created \d+ by\.command@talim\.example\n$/,
    );
    await expect(run(...args, "--password-stdin")).rejects.toThrow(/is taken/);
  } finally {
    await database.drop();
  }
}, 60_000); // two processes that each open a database
