import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, isDatabaseAway, openDatabase } from "#server/db/database.ts";
import { isReadOnly } from "#server/db/database-hosts.ts";
import { readEnv } from "#server/env.ts";
import { askDatabase } from "#server/testing/doubles/ask-database.ts";
import { startPgBouncer } from "#server/testing/doubles/pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const server = process.env.TEST_DATABASE_URL ?? "";

describe("a database on several servers", () => {
  let testDatabase: TestDatabase;
  /** A pooler before the same database stands for a standby: through it nothing is written. */
  let standby: Awaited<ReturnType<typeof startPgBouncer>>;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    standby = await startPgBouncer(server, { isReadOnly: true });
  });
  afterAll(async () => {
    await standby.close();
    await testDatabase.drop();
  });

  const nobody = "127.0.0.1:1";
  const primary = () => new URL(server).host;
  const standbyHost = () => new URL(standby.url).host;
  /** Opens the database at these hosts, and closes it after `work`. */
  const at = async <T>(hosts: string[], attributes: string, work: (db: Database["db"]) => T) => {
    const url = new URL(testDatabase.variables.DATABASE_URL ?? "");
    const DATABASE_URL = url.href.replace(url.host, hosts.join(",")) + attributes;
    const env = readEnv({ ...testDatabase.variables, DATABASE_URL, DATABASE_POOL: "3" });
    const { db, close } = await openDatabase({ ...env, log: pino({ level: "silent" }) });
    try {
      return await work(db);
    } finally {
      await close();
    }
  };
  const write = (db: Database["db"]) =>
    sql`CREATE TABLE IF NOT EXISTS written (id integer)`.execute(db);
  const readWrite = "?target_session_attrs=read-write";

  it("uses the first server that can be reached", async () => {
    await expect(at([nobody, primary()], "", write)).resolves.toBeDefined();
    await expect(at([primary(), nobody], "", write)).resolves.toBeDefined();
  });

  it("uses the server that accepts writes, where the address says so", async () => {
    const hosts = [nobody, standbyHost(), primary()];
    await expect(at(hosts, "", write)).rejects.toSatisfy(isReadOnly);
    await expect(at(hosts, readWrite, write)).resolves.toBeDefined();
  });

  it("is unreachable while none of them accepts writes", async () => {
    const opened = at([standbyHost(), nobody], readWrite, write);
    await expect(opened).rejects.toSatisfy(isDatabaseAway);
  });

  it("accepts writes again after a failover, once a write has shown that the old server is read-only", async () => {
    await at([primary()], "", async (db) => {
      await sql`SET default_transaction_read_only = on`.execute(db);
      await expect(write(db)).rejects.toSatisfy(isReadOnly);
      await expect(write(db)).resolves.toBeDefined();
    });
  });
});

describe("a database that refuses connections", () => {
  const opened = (address: string) => {
    const env = readEnv({ DATABASE_URL: address, DATABASE_POOL: "3" });
    return openDatabase({ ...env, log: pino({ level: "silent" }) });
  };

  it.each([
    ["is gone", { pathname: "/nobody-made-it" }, "3D000"],
    ["does not know the user", { username: "nobody_made_them" }, "28000"],
  ])("is away when it %s", async (_title, changed, code) => {
    const { db, close } = await opened(Object.assign(new URL(server), changed).href);
    try {
      const error: unknown = await sql`SELECT 1`.execute(db).catch((reason: unknown) => reason);
      expect([error, isDatabaseAway(error)]).toEqual([expect.objectContaining({ code }), true]);
    } finally {
      await close();
    }
  });

  it("is not taken for away when a wrong statement fails with the same code", async () => {
    const { db, close } = await opened(server);
    try {
      const error: unknown = await sql`
        DO $$ BEGIN CREATE TEMP SEQUENCE unused; PERFORM currval('unused'); END $$`
        .execute(db)
        .catch((reason: unknown) => reason);
      expect([error, isDatabaseAway(error)]).toEqual([
        expect.objectContaining({ code: "55000" }),
        false,
      ]);
    } finally {
      await close();
    }
  });
});

describe("a Kampus whose database is away", () => {
  const kampus = kampusForFile();
  const administer = (statement: string) => askDatabase(server, statement);
  const readiness = async () => {
    const answer = await kampus.get("/readyz");
    return { ...answer.json<{ database: string }>(), statusCode: answer.statusCode };
  };

  const databaseName = () => {
    const [url = ""] = kampus.env.databaseAddress?.urls ?? [];
    return new URL(url).pathname.slice(1);
  };

  it("has a red readiness while it accepts no writes, and a green one again once it does", async () => {
    const name = databaseName();
    await expect.poll(readiness).toMatchObject({ statusCode: 200, database: "ok" });

    await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // A server that is restarted as a standby ends its connections.
    await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    const refused = { statusCode: 503, status: "not_ready", database: "read_only" };
    await expect.poll(readiness).toMatchObject(refused);

    await administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await expect.poll(readiness).toMatchObject({ statusCode: 200, database: "ok" });
  });

  it("asks to come back later while its operator has closed the database", async () => {
    const name = databaseName();
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    const ask = async () => {
      const { statusCode, headers } = await kampus.get("/api/en/objects");
      return [statusCode, headers["retry-after"] !== undefined];
    };
    try {
      for (let times = 0; times < 5; times += 1) expect(await ask()).toEqual([503, true]);
    } finally {
      await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    await expect.poll(ask).toEqual([200, false]);
  });
});
