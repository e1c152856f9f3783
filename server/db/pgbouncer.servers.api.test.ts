import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, isDatabaseAway, openDatabase } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import { readEnv } from "#server/env.ts";
import { openServices } from "#server/services.ts";
import { askDatabase } from "#server/testing/doubles/ask-database.ts";
import { startPgBouncer } from "#server/testing/doubles/pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const server = process.env.TEST_DATABASE_URL ?? "";
const log = pino({ level: "silent" });
const settingsNow = `current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`;
const settingsOfKampus = { statement: "4500ms", idle: "10s", jit: "off" };

describe("through PgBouncer in transaction mode", () => {
  let testDatabase: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let pooled: string;
  let opened: Database[] = [];
  /** A node's database, by default through PgBouncer. */
  const open = async (options: { idleMsMax?: number } = {}, url = pooled) => {
    const env = readEnv({ ...testDatabase.variables, DATABASE_URL: url });
    const database = await openDatabase({ ...env, log, ...options });
    opened.push(database);
    return database;
  };
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    pooler = await startPgBouncer(server, { connectionsMax: 8 });
    const url = new URL(pooler.url);
    url.pathname = new URL(testDatabase.variables.DATABASE_URL ?? "").pathname;
    pooled = url.href;
  });
  afterAll(async () => {
    await pooler.close();
    await testDatabase.drop();
  });
  beforeEach(() => {
    opened = [];
    return async () => {
      for (const database of opened) await database.close();
    };
  });

  it("nodes that start at once on an empty database all start, and one more starts afterwards", async () => {
    const env = readEnv({
      NODE_ENV: "test",
      ROOT_DOMAIN: "kampus.localhost",
      ...testDatabase.variables,
      DATABASE_URL: pooled,
    });
    const nodes = await Promise.all([openServices(env, log), openServices(env, log)]);
    nodes.push(await openServices(env, log));
    try {
      const { db } = nodes[0].database;
      const locks = await sql`
        SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND datname = current_database()`.execute(db);
      expect(locks.rows).toEqual([]);
    } finally {
      for (const node of nodes) await node.close();
    }
  });

  it("preparing runs on one node at a time", async () => {
    const events: string[] = [];
    const waiting: string[] = [];
    const prepare = async (name: string) => {
      const database = await open();
      await oneAtATime(
        database,
        async () => {
          events.push(`${name} begins`);
          await expect.poll(() => waiting).toHaveLength(1);
          events.push(`${name} ends`);
        },
        (text) => waiting.push(`${name}: ${text}`),
      );
    };
    await Promise.all([prepare("one"), prepare("other")]);
    const [first = ""] = events;
    const [winner, loser] = first.startsWith("one") ? ["one", "other"] : ["other", "one"];
    expect(events).toEqual([winner, loser].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(waiting).toEqual([
      `${loser}: another process is preparing the database: waiting for it`,
    ]);
  });

  const idleMsMax = 1_000;
  /**
   * Locks a row and is silent in that transaction until another connection gets the row; returns the error that the
   * silent one then meets.
   */
  async function fallSilent(url: string): Promise<unknown> {
    const env = readEnv({ ...testDatabase.variables, DATABASE_URL: url });
    const silent = await openDatabase({ ...env, log, idleMsMax });
    opened.push(silent);
    await sql`CREATE TABLE IF NOT EXISTS held (id integer PRIMARY KEY)`.execute(silent.db);
    await sql`INSERT INTO held VALUES (1) ON CONFLICT DO NOTHING`.execute(silent.db);
    const lock = sql`SELECT id FROM held FOR UPDATE`;
    const { db } = await open();
    let given: unknown;
    const lost = silent.db.transaction().execute(async (trx) => {
      await lock.execute(trx);
      given = (await lock.execute(db)).rows;
      await lock.execute(trx);
    });
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(given).toEqual([{ id: 1 }]);
    return error;
  }

  it.each([
    ["through PgBouncer", () => pooled],
    ["straight to PostgreSQL", () => testDatabase.variables.DATABASE_URL ?? ""],
  ])("a process that falls silent in a transaction loses its row locks, %s", async (_road, url) => {
    expect(isDatabaseAway(await fallSilent(url()))).toBe(true);
  });

  it("a start that migrates, and whatever takes long in one transaction, may be silent for as long as it needs", async () => {
    const database = await open({ idleMsMax });
    // Whatever has the limit is ended before a transaction that began later has lost its lock.
    const prepared = await oneAtATime(database, async () => {
      await fallSilent(pooled);
      return "prepared";
    });
    expect(prepared).toBe("prepared");
    const worked = await database.db.transaction().execute(async (trx) => {
      await allowLongWork(trx);
      await fallSilent(pooled);
      return sql`SELECT`.execute(trx);
    });
    expect(worked.rows).toHaveLength(1);
  });

  it("every statement has the settings of Kampus, by itself, in a transaction and when it is asked often", async () => {
    const { db, ask } = await open();
    const now = sql<typeof settingsOfKampus>`SELECT ${sql.raw(settingsNow)}`;
    expect((await now.execute(db)).rows).toEqual([settingsOfKampus]);
    const inTransaction = await db.transaction().execute((trx) => now.execute(trx));
    expect(inTransaction.rows).toEqual([settingsOfKampus]);
    const query = {
      name: "settings",
      text: `SELECT ${settingsNow}, current_setting('enable_seqscan') AS seqscan`,
    };
    // Prepared by name, the second of two clients would find the name taken, or not find it.
    const other = await open();
    for (const node of [{ ask }, other, { ask }, other])
      expect(await node.ask(query, [])).toEqual([{ ...settingsOfKampus, seqscan: "off" }]);
  });

  /** A statement so long that PostgreSQL takes longer to plan than to run it. */
  const long = (text: string) =>
    sql<{ id: number }>`${sql.raw(text)} /* ${sql.raw("-".repeat(1_500))} */`;
  const often = Array.from({ length: 6 }, (_, index) => index);

  it.each([
    ["through PgBouncer is planned each time", () => pooled, []],
    [
      "straight to PostgreSQL is planned once per connection",
      () => testDatabase.variables.DATABASE_URL ?? "",
      [{ name: "long_1" }],
    ],
  ])("a long statement that is often sent %s", async (_road, url, named) => {
    const { db } = await open({}, url());
    await db.transaction().execute(async (trx) => {
      for (const times of often) {
        await long("SELECT 1 AS id").execute(trx);
        await long(`SELECT ${times} AS id`).execute(trx);
        await sql`SELECT 1 AS id`.execute(trx);
      }
      const { rows } = await sql`SELECT name FROM pg_prepared_statements`.execute(trx);
      expect(rows).toEqual(named);
    });
  });

  it("a connection whose plan no longer fits the schema is closed, and the next one works", async () => {
    const { db } = await open({}, testDatabase.variables.DATABASE_URL);
    await sql`CREATE TABLE changed AS SELECT 1 AS id`.execute(db);
    const read = () => long("SELECT * FROM changed").execute(db);
    for (let left = often.length; left > 0; left--) await read();
    await sql`ALTER TABLE changed ALTER id TYPE bigint`.execute(db);
    await expect(read()).rejects.toThrow(/cached plan/);
    expect((await read()).rows).toEqual([{ id: 1 }]);
  });

  it("another client of PgBouncer gets no settings of Kampus", async () => {
    const { db } = await open();
    await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.01)`.execute(db)));
    const rows = await askDatabase(pooled, "SHOW statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "0" }]);
  });

  it("a failing statement leaves nothing behind, and the next one works", async () => {
    const { db } = await open();
    await sql`CREATE TABLE pooled (id integer PRIMARY KEY)`.execute(db);
    await sql`INSERT INTO pooled VALUES (1)`.execute(db);
    await expect(sql`INSERT INTO pooled VALUES (2), (1)`.execute(db)).rejects.toThrow(/duplicate/);
    expect((await sql`SELECT id FROM pooled`.execute(db)).rows).toEqual([{ id: 1 }]);
  });

  it("an index is built CONCURRENTLY while other nodes wait to start", async () => {
    const { db } = await open();
    await sql`CREATE TABLE indexed (id integer)`.execute(db);
    const start = async () => {
      const database = await open();
      await oneAtATime(database, () =>
        sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS indexed_id ON indexed (id)`.execute(
          database.db,
        ),
      );
    };
    await Promise.all([start(), start(), start()]);
    const { rows } = await sql`
      SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'indexed_id'::regclass`.execute(
      db,
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  it("a table is vacuumed, which no transaction may do", async () => {
    const { db } = await open();
    await expect(sql`VACUUM (ANALYZE) pg_class`.execute(db)).resolves.toBeDefined();
  });
});
