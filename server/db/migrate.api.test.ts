import { execFile } from "node:child_process";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { buildApp } from "#server/app.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { migrate, type Migrations } from "#server/db/migrate.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import { searchableName } from "#server/db/searchable.ts";
import { readEnv } from "#server/env.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { openServices } from "#server/services.ts";
import { insertMembers } from "#server/testing/data/insert-members.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const log = pino({ level: "silent" });
let testDatabase: TestDatabase;
afterEach(() => testDatabase.drop());

const onDatabase = async <T>(work: (database: Database) => Promise<T>) => {
  const database = await openDatabase({ ...readEnv(testDatabase.variables), log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
const record = (name: string) =>
  onDatabase(({ db }) =>
    sql`INSERT INTO kysely_migration VALUES (${name}, '2030-01-01T00:00:00.000Z')`.execute(db),
  );

const envOfStart = () =>
  readEnv({ NODE_ENV: "test", ROOT_DOMAIN: "kampus.localhost", ...testDatabase.variables });

const run = (program: string, ...words: string[]) =>
  new Promise<string>((resolve) => {
    const { VAR_DIR, DATABASE_URL } = testDatabase.variables;
    const env = {
      ...process.env,
      NODE_ENV: "production" as const,
      VAR_DIR,
      DATABASE_URL,
    };
    execFile(process.execPath, [program, ...words], { env }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });

/** An embedded database has one process. */
const besideOthers = process.env.TEST_DATABASE_URL ? describe : null;

besideOthers?.("a start, while another process migrates,", () => {
  beforeEach(async () => {
    testDatabase = await createTestDatabase(inject("preparedDatabase"));
    await (await openServices(envOfStart(), log)).close();
  });

  it("is not held up where it finds everything up to date", () =>
    onDatabase((database) =>
      oneAtATime(database, async () => {
        const services = await openServices(envOfStart(), log);
        await services.close();
      }),
    ));

  it("does not wait for an `npm run migrate` before it either, where everything is up to date", () =>
    onDatabase((database) =>
      oneAtATime(database, async () => {
        expect(await run("server/migrate.ts")).toBe("✓ The schema is up to date\n");
      }),
    ));

  it("waits for it where data of its build is to be stored", () =>
    onDatabase(async (database) => {
      const { db } = database;
      await db.deleteFrom("languages").where("locale", "=", "en").execute();
      const said: string[] = [];
      const write = (line: string) => void said.push(line);
      const start = await oneAtATime(database, async () => {
        const services = openServices(envOfStart(), pino({}, { write }));
        await expect.poll(() => said.join()).toContain("another process is preparing");
        return { services };
      });
      await (await start.services).close();
      const english = db.selectFrom("languages").select("name").where("locale", "=", "en");
      expect(await english.execute()).toEqual([{ name: "English" }]);
    }));
});

describe("the schema of a newer build", () => {
  beforeEach(async () => {
    testDatabase = await createTestDatabase(inject("preparedDatabase"));
  });

  it("is accepted by this one, as after a rollback", async () => {
    await record("9998-later");
    await record("9999-later-still");
    const env = envOfStart();
    const lines: string[] = [];
    const services = await openServices(
      env,
      pino({ level: "warn" }, { write: (line) => void lines.push(line) }),
    );
    const app = await buildApp({ env, ...services, log });
    try {
      const headers = { host: "site.kampus.localhost" };
      const answer = await app.inject({ url: "/api/languages", headers });
      expect(answer.statusCode).toBe(200);
      expect((await app.inject({ url: "/readyz", headers })).statusCode).toBe(200);
      expect(lines.join("")).toContain("9999-later-still");
    } finally {
      await app.close();
      await services.close();
    }
  });

  it("is refused where a migration of this one is missing", async () => {
    await record("9999-later");
    await onDatabase(({ db }) =>
      sql`DELETE FROM kysely_migration WHERE name = '0018-institution-words'`.execute(db),
    );
    await expect(onDatabase(({ db }) => migrate(db))).rejects.toThrow(
      new StartFault([
        "DATABASE_URL: the database was migrated by a different version of Kampus: it has 9999-later, but lacks 0018-institution-words",
      ]),
    );
  });
});

describe("a migration", () => {
  const createTable = {
    up: (db) => sql`CREATE TABLE rows AS SELECT generate_series(1, 9) AS id`.execute(db).then(),
  } satisfies Migrations[string];
  const createIndex = {
    outsideTransaction: true,
    async up(db) {
      await sql`DROP INDEX CONCURRENTLY IF EXISTS rows_id`.execute(db);
      await sql`CREATE INDEX CONCURRENTLY rows_id ON rows (id)`.execute(db);
    },
  } satisfies Migrations[string];
  const known: Migrations = { "0001-rows": createTable, "0002-rows-id": createIndex };

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
  });

  it("may build an index beside concurrent writes, once and while other nodes wait to start", async () => {
    await onDatabase(async (database) => {
      const start = () => oneAtATime(database, () => migrate(database.db, { known }));
      const started = [await start(), await start()];
      if (database.backend === "postgres") {
        await sql`DROP INDEX rows_id`.execute(database.db);
        await sql`DELETE FROM kysely_migration WHERE name = '0002-rows-id'`.execute(database.db);
        started.push(...(await Promise.all([start(), start(), start()])));
      }
      expect(started.flat()).toEqual([
        ...Object.keys(known),
        ...(database.backend === "postgres" ? ["0002-rows-id"] : []),
      ]);
      const { rows } = await sql`
        SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'rows_id'::regclass`.execute(
        database.db,
      );
      expect(rows).toEqual([{ valid: true }]);
    });
  });

  it("that fails leaves nothing behind, and all earlier ones stay", async () => {
    const failing: Migrations = {
      ...known,
      "0003-broken": {
        async up(db) {
          await sql`CREATE TABLE half (id integer)`.execute(db);
          await sql`SELECT 1 / 0`.execute(db);
        },
      },
    };
    await onDatabase(async ({ db }) => {
      await expect(migrate(db, { known: failing })).rejects.toThrow(
        "DATABASE_URL: migration 0003-broken failed: division by zero",
      );
      const { rows } = await sql`
        SELECT to_regclass('rows') IS NOT NULL AS rows, to_regclass('half') IS NOT NULL AS half`.execute(
        db,
      );
      expect(rows).toEqual([{ rows: true, half: false }]);
      expect(await migrate(db, { known })).toEqual([]);
    });
  });

  it.each([false, true])(
    "that PostgreSQL ends because of a deadlock is tried again (outside a transaction: %s)",
    async (outsideTransaction) => {
      let tries = 0;
      const deadlocked: Migrations = {
        ...known,
        "0003-deadlocked": {
          outsideTransaction,
          async up(db) {
            tries += 1;
            if (tries === 1) await sql`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`.execute(db);
          },
        },
      };
      await onDatabase(async ({ db }) => {
        expect(await migrate(db, { known: deadlocked })).toContain("0003-deadlocked");
        expect([tries, await migrate(db, { known: deadlocked })]).toEqual([2, []]);
      });
    },
  );

  /** Nothing else runs on an embedded database while a transaction does. */
  const onPostgres = process.env.TEST_DATABASE_URL ? it : null;
  const column: Migrations = {
    ...known,
    "0003-column": { up: (db) => sql`ALTER TABLE rows ADD COLUMN name text`.execute(db).then() },
  };

  onPostgres?.(
    "waits for a lock no longer than requests can wait behind it, and says which it was",
    async () => {
      await onDatabase(async ({ db }) => {
        await migrate(db, { known });
        await db.transaction().execute(async (trx) => {
          await sql`LOCK rows IN ACCESS SHARE MODE`.execute(trx);
          const migrated = migrate(db, { known: column, lockMsMax: 50, tries: 1 });
          await expect(migrated).rejects.toThrow(/migration 0003-column got no lock in 1 tries/);
        });
        expect(await migrate(db, { known: column })).toEqual(["0003-column"]);
      });
    },
  );

  onPostgres?.(
    "that waits for a lock holds up no request for a second, and is done once the lock is free",
    async () => {
      await onDatabase(async ({ db }) => {
        await migrate(db, { known });
        const migrated = await db.transaction().execute(async (reader) => {
          await sql`LOCK rows IN ACCESS SHARE MODE`.execute(reader);
          const migrating = migrate(db, { known: column });
          const waiting = sql`
            SELECT FROM pg_stat_activity WHERE datname = current_database()
              AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE rows%'`;
          await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
          const read = db.transaction().execute(async (request) => {
            await sql`SET LOCAL lock_timeout = 1000`.execute(request);
            return sql`SELECT id FROM rows`.execute(request);
          });
          expect((await read).rows).toHaveLength(9);
          return { migrating };
        });
        expect(await migrated.migrating).toEqual(["0003-column"]);
      });
    },
  );
});

describe("the commands of the operator", () => {
  it("migrate only when told so, can announce the changes, and otherwise leave the schema alone", async () => {
    testDatabase = await createTestDatabase();
    const planned = await run("server/migrate.ts", "--dry-run");
    expect(planned).toMatch(
      /^0001-foundation: in a transaction\n[^]*\ntables of the job queue: made, version \d+\n$/,
    );
    expect(await run("server/admin.ts", "reports")).toMatch(
      /^kampus: DATABASE_URL: the schema is older than this build \(\d+ migrations\).*npm run migrate\n$/,
    );
    expect(await run("server/migrate.ts", "--dry-run")).toBe(planned);

    expect(await run("server/migrate.ts")).toMatch(
      /^✓ 0001-foundation\n[^]*\n✓ The schema is up to date\n$/,
    );
    expect(await run("server/migrate.ts", "--dry-run")).toBe("✓ The schema is up to date\n");
    expect(await run("server/admin.ts", "reports")).toMatch(/^No /);
    expect(await run("server/migrate.ts", "--now")).toMatch(/^kampus: Unknown option '--now'/);
  }, 120_000); // seven processes that each open a database

  it("a migration also remakes the names that members are found by, so that the start after it is short", async () => {
    testDatabase = await createTestDatabase();
    await run("server/migrate.ts");
    const member = { surname: "Ўтганов", name: "Эски", patronymic: "Азизович" };
    const [id] = await onDatabase(async (database) => {
      const [inserted] = await insertMembers(database, [member]);
      await database.db.updateTable("users").set({ search_name: "of an older build" }).execute();
      const made = { version: 0, up_to: 2 ** 31 - 1 };
      await database.db.updateTable("search_names").set(made).execute();
      return [inserted.id];
    });
    const searchName = () =>
      onDatabase(({ db }) => db.selectFrom("users").select(["id", "search_name"]).execute());

    expect(await run("server/migrate.ts", "--dry-run")).toBe(
      "names that members are found by: made anew\n",
    );
    expect(await searchName()).toEqual([{ id, search_name: "of an older build" }]);
    expect(await run("server/migrate.ts")).toBe(
      "✓ names that members are found by\n✓ The schema is up to date\n",
    );
    expect(await searchName()).toEqual([{ id, search_name: searchableName(member) }]);
    expect(await run("server/migrate.ts", "--dry-run")).toBe("✓ The schema is up to date\n");
  }, 120_000); // four processes that each open a database
});
