import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { administer } from "#server/admin/administer.ts";
import type { Command } from "#server/admin/command.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const tokens = new Map<string, string>();
const as = (user: string, token = tokens.get(user)) =>
  testOperator(kampus, { user, ...(token && { token }) });
const add = async (operator: ReturnType<typeof as>, name: string, role: string) => {
  const lines = await operator("operators", "add", name, "--role", role);
  tokens.set(name, /OPERATOR_TOKEN=(\S+)/.exec(lines.join("\n"))?.[1] ?? "");
};
const audit = () => kampus.db.selectFrom("operator_audit").selectAll().orderBy("id").execute();
const lastAct = async () => (await audit()).at(-1);

describe("before there are operators", () => {
  it("everybody with the database's address may do everything, and the audit names the user of the machine", async () => {
    const member = await kampus.signUp();
    await as("root")("members", "verify", member.email);
    expect(await lastAct()).toMatchObject({
      operator: "root",
      role: "operator",
      command: "members verify",
      outcome: "done",
      arguments: ["…"],
      subjects: [`member ${member.id}`],
      dry_run: false,
    });
  });

  it("the first to be added must have the role that can add others", async () => {
    await expect(as("root")("operators", "add", "aziza", "--role", "support")).rejects.toThrow(
      /must be one with the role operator/,
    );
    expect(await as("root")("operators")).toEqual([expect.stringMatching(/^No operators/)]);
  });
});

describe("a command", () => {
  it("may take longer than a request, and calculate between two statements", async () => {
    let settings: unknown;
    const command: Command = {
      name: "count",
      summary: "",
      example: "count",
      alsoFor: [],
      plan:
        () =>
        async ({ trx }) => {
          const { rows } = await sql`
            SELECT current_setting('statement_timeout') AS statement,
              current_setting('idle_in_transaction_session_timeout') AS idle`.execute(trx);
          [settings] = rows;
        },
    };
    await administer(["count"], {
      commands: [command],
      readEnv: () => kampus.env,
      openDatabase: () => Promise.resolve({ ...kampus.database, close: () => Promise.resolve() }),
      terminal: {
        print: () => undefined,
        showProgress: () => undefined,
        readLine: () => Promise.resolve(null),
      },
      user: "tester",
    });
    expect(settings).toEqual({ statement: "0", idle: "0" });
  });
});

describe("operators", () => {
  beforeAll(async () => {
    await add(as("root"), "boss", "operator");
    await add(as("boss"), "aziza", "support");
    await add(as("boss"), "control", "auditor");
  });

  it("are refused under a name that is not theirs, and the audit records that", async () => {
    await expect(as("root")("statistics")).rejects.toThrow(/no operator "root"/);
    const stolen = testOperator(kampus, { user: "boss", token: tokens.get("aziza") ?? "" });
    await expect(stolen("statistics")).rejects.toThrow(/OPERATOR_TOKEN is not the token of boss/);
    await expect(testOperator(kampus, { user: "boss" })("statistics")).rejects.toThrow(
      /OPERATOR_TOKEN/,
    );
    expect(await lastAct()).toMatchObject({
      operator: "boss",
      role: null,
      command: "statistics",
      outcome: "refused",
    });
  });

  it.each([
    ["aziza", ["members", "find", "nobody"], true],
    ["aziza", ["members", "sign-out", "MEMBER"], true],
    ["aziza", ["members", "verify", "MEMBER"], true],
    ["aziza", ["members", "suspend", "MEMBER", "--reason", "spam"], false],
    ["aziza", ["members", "delete", "MEMBER"], false],
    ["aziza", ["audit"], false],
    ["aziza", ["settings", "set", "telegram", ""], false],
    ["control", ["members", "find", "nobody"], true],
    ["control", ["audit"], true],
    ["control", ["statistics"], true],
    ["control", ["members", "verify", "MEMBER"], false],
    ["control", ["reports", "settle", "1", "--outcome", "unfounded"], false],
    ["control", ["operators", "add", "control", "--role", "operator"], false],
    ["boss", ["members", "suspend", "MEMBER", "--reason", "spam"], true],
  ])("may do what their role allows, and no more: %s %j → %s", async (name, words, may) => {
    const member = await kampus.signUp();
    const act = as(name)(...words.map((word) => (word === "MEMBER" ? String(member.id) : word)));
    if (may) await act;
    else await expect(act).rejects.toThrow(/is not for the role/);
    expect(await lastAct()).toMatchObject({ operator: name, outcome: may ? "done" : "refused" });
  });

  it("that are added in a dry run do not exist, and no token is shown for them", async () => {
    const lines = await as("boss")("operators", "add", "nobody", "--role", "support", "--dry-run");
    expect(lines).toEqual([
      "dry run: Added nobody as support",
      "Nothing was changed: this was a dry run",
    ]);
    expect((await as("boss")("operators")).join("\n")).not.toContain("nobody");
  });

  it("lose the command when they are removed, except the last who can add others", async () => {
    await add(as("boss"), "short.lived", "support");
    await as("boss")("operators", "remove", "short.lived");
    await expect(as("short.lived")("members", "find", "x")).rejects.toThrow(/no operator/);
    await expect(as("boss")("operators", "remove", "boss")).rejects.toThrow(/must be one/);
    await expect(as("boss")("operators", "add", "boss", "--role", "auditor")).rejects.toThrow(
      /must be one/,
    );
    expect((await as("boss")("operators")).join("\n")).toMatch(/boss +operator/);
  });

  /** On an embedded database there is no second command at once. */
  const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

  onPostgres?.("do not both go when the last two remove each other at once", async () => {
    await add(as("boss"), "second", "operator");
    const { begun } = await kampus.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM operators FOR UPDATE`.execute(trx);
      const removals = [
        as("boss")("operators", "remove", "second"),
        as("second")("operators", "remove", "boss"),
      ];
      const settled = Promise.allSettled(removals);
      await expect.poll(kampus.waitingForLocks).toBe(2);
      return { begun: settled };
    });
    const outcomes = (await begun).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
    if (outcomes[1] === "rejected") return;
    await add(as("second"), "boss", "operator");
    await as("boss")("operators", "remove", "second");
  });

  it("get a new token when they are added again, and the former one stops working", async () => {
    const former = tokens.get("aziza") ?? "";
    await add(as("boss"), "aziza", "support");
    await expect(as("aziza", former)("members", "find", "x")).rejects.toThrow(/OPERATOR_TOKEN/);
    await as("aziza")("members", "find", "kampus.example");
  });
});

describe("the audit", () => {
  it("records a command with its changes in one transaction, and a dry run as such", async () => {
    const member = await kampus.signUp();
    const before = (await audit()).length;
    await as("boss")("members", "verify", String(member.id), "--dry-run");
    await expect(
      as("boss")("members", "verify", String(member.id), "nobody@kampus.example"),
    ).rejects.toThrow();
    await as("boss")("members", "verify", String(member.id));
    const acts = (await audit()).slice(before);
    expect(acts.map(({ dry_run, outcome }) => [dry_run, outcome])).toEqual([
      [true, "done"],
      [false, "refused"],
      [false, "done"],
    ]);
    expect(acts[0]?.subjects).toEqual([`member ${member.id}`]);
  });

  it("prevents a command that it cannot record", async () => {
    const member = await kampus.signUp();
    await sql`ALTER TABLE operator_audit ADD CONSTRAINT audit_full CHECK (command <> 'members suspend') NOT VALID`.execute(
      kampus.db,
    );
    await expect(
      as("boss")("members", "suspend", String(member.id), "--reason", "spam"),
    ).rejects.toThrow();
    await sql`ALTER TABLE operator_audit DROP CONSTRAINT audit_full`.execute(kampus.db);
    expect((await kampus.get("/api/en/user", { token: member.token })).statusCode).toBe(200);
  });

  it.each([
    "UPDATE operator_audit SET operator = 'nobody'",
    "DELETE FROM operator_audit",
    "TRUNCATE operator_audit",
  ])("refuses to be changed: %s", async (statement) => {
    const before = await audit();
    await expect(sql.raw(statement).execute(kampus.db)).rejects.toThrow(/is only added to/);
    expect(await audit()).toEqual(before);
  });

  it("is read newest first, by operator and page by page", async () => {
    const lines = await as("boss")("audit", "--operator", "aziza", "--limit", "2");
    const [head, newest = "", older = "", more = ""] = lines;
    expect(head).toMatch(/^id +time \(UTC\) +operator +role +outcome +command$/);
    expect(newest).toMatch(/ aziza +support +done +members find … → /);
    const last = older.split(" ")[0] ?? "";
    expect(more).toBe(`… older ones: --before ${last}`);
    const json = await as("boss")("audit", "--before", last, "--limit", "1", "--json");
    const [row] = JSON.parse(json.join("\n")) as { id: string }[];
    expect(Number(row?.id)).toBeLessThan(Number(last));
  });
});
