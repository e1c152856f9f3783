/** An operator whose Kampus has outgrown `npm start` moves its embedded database to PostgreSQL, by the command. */
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { moveEmbedded } from "#server/db/move/move-embedded.ts";
import { arePartitioned, partitionMessages } from "#server/db/partition-messages.ts";
import { readEnv } from "#server/env.ts";
import { openGuestQueue } from "#server/infra/jobs/guest-queue.ts";
import { contentsOf } from "#server/testing/data/database-contents.ts";
import { insertMembers } from "#server/testing/data/insert-members.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const log = pino({ level: "silent" });
const folder = mkdtempSync(path.join(tmpdir(), "kampus-moved-"));
const [oldKey, newKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
/** What `npm start` serves with, and nothing else. */
const embedded = { DATABASE_URL: "", REDIS_URL: "", VAR_DIR: folder, KEY_ENCRYPTION_KEYS: oldKey };
/** Characters that mean something in arrays, in text of PostgreSQL or in JSON, and what looks like no value. */
const oddText = "NULL {\"a\", 'b'} \\ \\N\t%s\n💬 ўқиш";
const waitingMail = { to: "waiting@kampus.example", subject: "It waits", text: "", html: "" };

let alisher: TestMember;
let bobur: TestMember;
let chat: Chat;
let notesUrl: string;
/** Of the embedded database. */
let contents: Awaited<ReturnType<typeof contentsOf>>;

beforeAll(async () => {
  const kampus = await startTestKampus(embedded);
  const messenger = testMessenger(kampus);
  alisher = await kampus.member();
  bobur = await kampus.member({ name: "Бобур" });
  chat = await messenger.open(alisher, bobur);
  const first = await messenger.say(alisher, chat.id, oddText);
  const notes = await testMedia(kampus).attachment(alisher);
  await messenger.say(bobur, chat.id, { text: "Ва алайкум", reply_to: first.seq });
  await messenger.say(alisher, chat.id, { attachments: [notes.id] });
  notesUrl = notes.url;
  await testImages(kampus).add(alisher);
  await kampus.close();
  await onEmbedded(folder, async (database) => {
    const queue = await openGuestQueue(database, log, ["mail"]);
    await database.db.transaction().execute((trx) => queue.enqueue(trx, "mail", waitingMail));
    await queue.close();
    // More than travels at once.
    await sql`
      INSERT INTO unclaimed_files (storage_key, removable_at)
      SELECT 'media/' || md5(n::text), now() + interval '1 day' FROM generate_series(1, 2000) AS n`.execute(
      database.db,
    );
    contents = await contentsOf(database);
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A PostgreSQL to which the folder is moved; `original` has the schema and the reference data already. */
async function targetDatabase(original?: string) {
  const target = await createTestDatabase(original);
  onTestFinished(() => target.drop());
  const variables = { ...target.variables, VAR_DIR: folder };
  return {
    variables,
    move: (own: Record<string, string> = {}, isDryRun = false) =>
      move({ ...variables, ...own }, isDryRun),
    on: <T>(work: Work<T>) => onDatabase(variables, work),
  };
}

/** What the command does, in this process; returns what it prints. */
async function move(variables: Record<string, string>, isDryRun = false): Promise<string[]> {
  const lines: string[] = [];
  const env = readEnv({ KEY_ENCRYPTION_KEYS: oldKey, ...variables });
  await moveEmbedded({ env, log, isDryRun, print: (line) => lines.push(line) });
  return lines;
}

type Work<T> = (database: Database) => Promise<T>;

async function onDatabase<T>(variables: Record<string, string>, work: Work<T>): Promise<T> {
  const database = await openDatabase({ ...readEnv(variables), log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const onEmbedded = <T>(VAR_DIR: string, work: Work<T>) => onDatabase({ VAR_DIR }, work);

/** A copy of the folder, to be changed. */
async function changedFolder(change: (db: Db) => Promise<unknown>): Promise<string> {
  const copy = mkdtempSync(path.join(tmpdir(), "kampus-moved-"));
  onTestFinished(() => {
    rmSync(copy, { recursive: true, force: true });
  });
  cpSync(path.join(folder, "db"), path.join(copy, "db"), { recursive: true });
  await onEmbedded(copy, ({ db }) => change(db));
  return copy;
}

const runCommand = (variables: Record<string, string>) =>
  new Promise<{ code: unknown; printed: string }>((resolve) => {
    const env = {
      ...process.env,
      KEY_ENCRYPTION_KEYS: oldKey,
      ...variables,
      NODE_ENV: "production" as const,
    };
    const args = ["server/migrate.ts", "--from-embedded"];
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, printed: stdout + stderr });
    });
  });

describe("an embedded database that is moved", { timeout: 120_000 }, () => {
  it("serves its members from PostgreSQL: they stay signed in, sign in, and find their chats, files and mails", async () => {
    const target = await targetDatabase();
    const keys = { KEY_ENCRYPTION_KEYS: `${newKey},${oldKey}` };
    const { code, printed } = await runCommand({ ...target.variables, ...keys });
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^… Moving [\d,]+ rows of \d+ tables from /),
    ]);
    expect(
      printed.split("\n").filter((line) => /^✓ (messages|unclaimed_files):/.test(line)),
    ).toEqual(["✓ messages: 3", "✓ unclaimed_files: 2,000"]);
    expect(printed).toMatch(
      /\n✓ Moved [\d,]+ rows of \d+ tables in \d+ s: .*\n.*Never serve .*\/db again.*\n$/,
    );

    const { deployment_keys: _anew, ...copied } = await target.on(contentsOf);
    expect(contents).toMatchObject(copied);

    const kampus = await startTestKampus({ ...target.variables, KEY_ENCRYPTION_KEYS: newKey });
    onTestFinished(() => kampus.close());
    const messenger = testMessenger(kampus);
    const { data: history } = await messenger.history(bobur, chat.id);
    expect(history.map(({ text }) => text)).toEqual(
      expect.arrayContaining([oddText, "Ва алайкум"]),
    );
    expect((await kampus.signIn(bobur.email, bobur.password)).statusCode).toBe(200);
    expect((await kampus.get(notesUrl)).body).toBe("some notes");
    await messenger.say(bobur, chat.id, "From PostgreSQL");
    const newcomer = await kampus.member({ email: `newcomer@${kampus.env.accountDomains[0]}` });
    expect(newcomer.id).toBeGreaterThan(bobur.id);

    expect(await kampus.mails(waitingMail.to)).toMatchObject([{ subject: waitingMail.subject }]);
    const left = await sql`SELECT FROM pgboss.job WHERE name = 'mail'`.execute(kampus.db);
    expect(left.rows).toEqual([]);
    expect(await kampus.mails(waitingMail.to)).toHaveLength(1);
  });

  it("leaves no row behind where it is broken off, and the same command then moves all of it, into partitions too", async () => {
    const target = await targetDatabase(inject("preparedDatabase"));
    await target.on(async ({ db }) => {
      if (!(await arePartitioned(db))) await partitionMessages(db, 2);
      await sql`ALTER TABLE messages ADD CONSTRAINT refuse CHECK (text <> 'Ва алайкум')`.execute(
        db,
      );
    });
    const before = await target.on(contentsOf);
    await expect(target.move()).rejects.toThrow(
      /^DATABASE_URL: .*"refuse": nothing was moved; the same command begins anew$/,
    );
    expect(await target.on(contentsOf)).toEqual(before);
    await target.on(({ db }) => sql`ALTER TABLE messages DROP CONSTRAINT refuse`.execute(db));
    await target.move();
    expect(await target.on(contentsOf)).toEqual(contents);
    // What the rows must obey holds again: foreign keys, and triggers.
    await target.on(async ({ db }) => {
      const nobody = {
        user_id: 2 ** 31 - 1,
        storage_key: "images/x",
        bytes: 1,
        width: 1,
        height: 1,
        placeholder: "",
      };
      await expect(db.insertInto("images").values(nobody).execute()).rejects.toThrow(/foreign key/);
      await db.deleteFrom("sessions").execute();
      expect(await db.selectFrom("ended_sessions").selectAll().execute()).not.toEqual([]);
    });
  });

  it("is counted by a dry run, which changes neither database", async () => {
    const target = await targetDatabase();
    const lines = await target.move({}, true);
    expect(lines).toEqual(expect.arrayContaining(["users: 2", "messages: 3", "pgboss.job: 1"]));
    expect(lines.at(-1)).toMatch(
      /^[\d,]+ rows of \d+ tables would move from .*; nothing was changed$/,
    );
    expect(await target.on(contentsOf)).toEqual({});
    expect(await onEmbedded(folder, contentsOf)).toEqual(contents);
  });
});

describe("an operator is told in one line that nothing is moved", { timeout: 120_000 }, () => {
  it("while a server has the embedded database open", async () => {
    const target = await targetDatabase();
    await onEmbedded(folder, () =>
      expect(target.move()).rejects.toThrow(
        `VAR_DIR ${folder} is in use by another Kampus process: stop that first`,
      ),
    );
    expect(await target.on(contentsOf)).toEqual({});
  });

  it.each<[string, RegExp, Work<unknown>]>([
    [
      "has members",
      /has members already: name an empty one$/,
      (database) => insertMembers(database, [{}]),
    ],
    [
      "has been administered",
      /has operators, or commands of theirs, already: name an empty one$/,
      ({ db }) =>
        sql`INSERT INTO operators (name, role, token_hash) VALUES ('a', 'operator', 'x')`.execute(
          db,
        ),
    ],
    [
      "is served by a node",
      /a node serves this database, or did within the last minute: stop all nodes, and try again then$/,
      ({ db }) =>
        db
          .insertInto("presence_nodes")
          .values({ id: randomUUID(), alive_until: sql<Date>`now() + interval '1 minute'` })
          .execute(),
    ],
    [
      "has other tables than Kampus",
      /its tables are not those of the embedded database \(foreign_rows\): name an empty database$/,
      ({ db }) => sql`CREATE TABLE foreign_rows (id integer)`.execute(db),
    ],
  ])("where the database of DATABASE_URL %s", async (_what, refusal, change) => {
    const target = await targetDatabase(inject("preparedDatabase"));
    await target.on(change);
    const before = await target.on(contentsOf);
    await expect(target.move()).rejects.toThrow(refusal);
    expect(await target.on(contentsOf)).toEqual(before);
  });

  it("where the key of the operator is missing that encrypts what signs", async () => {
    const target = await targetDatabase();
    await expect(target.move({ KEY_ENCRYPTION_KEYS: newKey })).rejects.toThrow(
      /^KEY_ENCRYPTION_KEYS: .* encrypted under a key that is not among them$/,
    );
    expect(await target.on(contentsOf)).toEqual({});
  });

  it.each([
    [
      "older than",
      "run npm run migrate without DATABASE_URL first",
      sql`DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)`,
    ],
    [
      "newer than",
      "move it with the build that served it",
      sql`INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')`,
    ],
  ])("where the embedded database is %s this build", async (_what, advice, change) => {
    const target = await targetDatabase();
    const VAR_DIR = await changedFolder((db) => change.execute(db));
    await expect(target.move({ VAR_DIR })).rejects.toThrow(advice);
    expect(await target.on(contentsOf)).toEqual({});
  });

  it("where there is no embedded database, and none is made", async () => {
    const target = await targetDatabase();
    const VAR_DIR = path.join(folder, "elsewhere");
    expect(await runCommand({ ...target.variables, VAR_DIR })).toEqual({
      code: 1,
      printed: `kampus: VAR_DIR ${VAR_DIR} holds no embedded database\n`,
    });
    expect(existsSync(VAR_DIR)).toBe(false);
  });

  it("where DATABASE_URL is unset, or its server does not answer", async () => {
    await expect(move({ VAR_DIR: folder })).rejects.toThrow(/^--from-embedded needs DATABASE_URL/);
    const nobody = { VAR_DIR: folder, DATABASE_URL: "postgres://127.0.0.1:1/kampus" };
    await expect(move(nobody)).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/);
  });
});
