/** An operator moves the embedded database, and loses a connection to PostgreSQL once all rows have arrived. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { type Db, openDatabase } from "#server/db/database.ts";
import { moveEmbedded } from "#server/db/move/move-embedded.ts";
import { readEnv } from "#server/env.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";

const log = pino({ level: "silent" });
const folder = mkdtempSync(path.join(tmpdir(), "kampus-moved-"));

beforeAll(async () => {
  const kampus = await startTestKampus({ DATABASE_URL: "", REDIS_URL: "", VAR_DIR: folder });
  await kampus.member();
  await kampus.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A PostgreSQL that runs `statements` when the row of the member arrives. */
async function targetThat(statements: string) {
  const test = await createTestDatabase(inject("preparedDatabase"));
  const env = readEnv({ ...test.variables, VAR_DIR: folder });
  const { db, close } = await openDatabase({ ...env, log });
  onTestFinished(async () => {
    await close();
    await test.drop();
  });
  await onArrival(db, statements);
  const lines: string[] = [];
  return {
    db,
    lines,
    move: () =>
      moveEmbedded({ env, log, isDryRun: false, print: (line: string) => lines.push(line) }),
  };
}

/** Has a constraint run the statements, because triggers are off while rows arrive, and constraints are not. */
async function onArrival(db: Db, statements: string): Promise<void> {
  await sql`
    CREATE FUNCTION arrives() RETURNS boolean LANGUAGE plpgsql AS ${sql.lit(
      `BEGIN ${statements}; RETURN true; END`,
    )}`.execute(db);
  await sql`ALTER TABLE users ADD CONSTRAINT arrives CHECK (arrives())`.execute(db);
}

const findMembers = (db: Db) => db.selectFrom("users").select("name").execute();

it("an operator whose connection with the lock is lost hears that all was moved, and is warned", async () => {
  const target = await targetThat(`
    PERFORM pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE locktype = 'advisory' AND datname = current_database()`);
  await target.move();
  expect(target.lines.slice(-3)).toEqual([
    expect.stringMatching(/^! DATABASE_URL: .*: the lock that keeps nodes away was lost$/),
    expect.stringMatching(/^✓ Moved .* each table has as many rows as before$/),
    expect.stringMatching(/Never serve .*\/db again/),
  ]);
  expect(await findMembers(target.db)).toHaveLength(1);
});

it("an operator whose connection is lost while the rows are committed is told to look whether there are members", async () => {
  const target = await targetThat("INSERT INTO elsewhere.committed VALUES (true)");
  await sql`CREATE SCHEMA elsewhere`.execute(target.db);
  await sql`CREATE TABLE elsewhere.committed (is_so boolean)`.execute(target.db);
  await sql`
    CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`.execute(target.db);
  await sql`
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON elsewhere.committed
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION lose_connection()`.execute(
    target.db,
  );
  await expect(target.move()).rejects.toThrow(
    /^DATABASE_URL: .*: it may have been moved: look whether there are members; where there are none, the same command begins anew$/,
  );
  expect(target.lines.join("\n")).not.toContain("✓ Moved");
  expect(await findMembers(target.db)).toEqual([]);
});
