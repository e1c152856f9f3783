import { createServer } from "node:net";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { openReplicas, type Replicas } from "#server/db/replicas.ts";
import { readEnv } from "#server/env.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { freeTestPort, listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import {
  type PostgresWithReplica,
  startPostgresWithReplica,
} from "#server/testing/doubles/postgres-with-replica.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";

const [reader, another] = [1, 2];

let servers: PostgresWithReplica;
beforeAll(async () => {
  servers = await startPostgresWithReplica();
});
afterAll(() => servers.close());

describe("a read that may lag", () => {
  let database: Database;
  let replicas: Replicas;
  beforeAll(async () => {
    const env = readEnv({
      DATABASE_URL: servers.primaryUrl,
      DATABASE_REPLICA_URLS: servers.replicaUrl,
    });
    const log = pino({ level: "silent" });
    database = await openDatabase({ ...env, log });
    const options = { primary: database.db, replicas: database.replicas, log };
    // A replica that is held back for the length of a test stays one that may be read from.
    replicas = openReplicas({ ...options, pollEveryMs: 20, lagMsMax: 60_000 });
  });
  afterAll(async () => {
    await replicas.close();
    await database.close();
  });

  const isReplica = (readerId: number | null) =>
    replicas.read(readerId, async (db) => {
      const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db);
      return rows[0]?.is;
    });
  let tables = 0;
  const write = async (memberId: number) => {
    tables += 1;
    await sql`CREATE TABLE ${sql.table(`written_${tables}`)} (id integer)`.execute(database.db);
    replicas.wrote([memberId]);
  };

  it("takes a connection of the replica's own pool, which is counted beside those of the primary", async () => {
    await expect.poll(() => isReplica(null)).toBe(true);
    const connections = database.connections();
    expect(Object.keys(connections)).toEqual(["queries", "lookups", "replica_1"]);
    const { used, idle, max } = connections.replica_1 ?? { used: 0, idle: 0, max: 0 };
    expect(used + idle).toBeGreaterThan(0);
    expect(max).toBe(readEnv({}).databasePoolMax);
  });

  it("is answered by a replica", async () => {
    await expect.poll(() => isReplica(reader)).toBe(true);
    await expect.poll(() => isReplica(null)).toBe(true);
  });

  it("is answered by the primary for a member whose write the replica has not replayed yet, for others by the replica", async () => {
    await servers.hold();
    await write(reader);
    expect(await isReplica(reader)).toBe(false);
    await expect.poll(() => isReplica(another)).toBe(true);
    expect(await isReplica(reader)).toBe(false);

    await servers.release();
    await expect.poll(() => isReplica(reader)).toBe(true);
  });

  it("is answered by the primary while the replica is away, and by the replica once it is back", async () => {
    await expect.poll(() => isReplica(another)).toBe(true);
    await servers.stopReplica();
    expect(await isReplica(another)).toBe(false);

    await servers.startReplica();
    await expect.poll(() => isReplica(another)).toBe(true);
  });

  it("is answered by a replica while another one takes connections and says nothing", async () => {
    const silent = createServer();
    const port = await listenOnFreePort(silent);
    const env = readEnv({
      DATABASE_URL: servers.primaryUrl,
      DATABASE_REPLICA_URLS: `postgres://postgres@127.0.0.1:${port}/postgres,${servers.replicaUrl}`,
    });
    const log = pino({ level: "silent" });
    const opened = await openDatabase({ ...env, log });
    const options = { primary: opened.db, replicas: opened.replicas, log };
    const both = openReplicas({ ...options, pollEveryMs: 20, lagMsMax: 500 });
    const isRead = () =>
      both.read(null, async (db) => {
        const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db);
        return rows[0]?.is;
      });
    await expect.poll(isRead).toBe(true);
    silent.close();
    await both.close();
    await opened.close();
  });

  it("is answered by the primary when the replica has fallen behind for longer than it may", async () => {
    const options = {
      primary: database.db,
      replicas: database.replicas,
      log: pino({ level: "silent" }),
    };
    const strict = openReplicas({ ...options, pollEveryMs: 20, lagMsMax: 100 });
    const isLate = async () => {
      await sql`SELECT txid_current()`.execute(database.db);
      return strict.read(null, async (db) => {
        const { rows } = await sql<{ is: boolean }>`SELECT NOT pg_is_in_recovery() AS is`.execute(
          db,
        );
        return rows[0]?.is;
      });
    };
    await expect.poll(isLate).toBe(false);
    await servers.hold();
    await write(another);
    await expect.poll(isLate).toBe(true);
    await servers.release();
    await expect.poll(isLate).toBe(false);
    await strict.close();
  });
});

it("a replica that is further than the primary, as after a restore of that, is never read from, also once the primary has passed it", async () => {
  const another = await startPostgresWithReplica();
  try {
    for (let file = 0; file < 3; file += 1)
      await another.askPrimary("SELECT txid_current(), pg_switch_wal()");
    const env = readEnv({
      DATABASE_URL: servers.primaryUrl,
      DATABASE_REPLICA_URLS: `${another.replicaUrl},${servers.replicaUrl}`,
    });
    const log = pino({ level: "silent" });
    const { db, replicas, close } = await openDatabase({ ...env, log });
    const opened = openReplicas({ primary: db, replicas, log, pollEveryMs: 20, lagMsMax: 60_000 });
    await expect.poll(() => opened.states()).toEqual(["ahead", "in_use"]);

    for (let file = 0; file < 6; file += 1)
      await servers.askPrimary("SELECT txid_current(), pg_switch_wal()");
    opened.wrote([reader]);
    const isReplica = (read: Db) =>
      sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(read).then(({ rows }) => rows);
    // The reader gets a replica once the primary's new position has been read.
    await expect.poll(() => opened.read(reader, isReplica)).toEqual([{ is: true }]);
    expect(opened.states()).toEqual(["ahead", "in_use"]);
    await opened.close();
    await close();
  } finally {
    await another.close();
  }
});

describe("Kampus with a replica", () => {
  let kampus: Awaited<ReturnType<typeof startTestKampus>>;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freeTestPort();
    kampus = await startTestKampus({
      DATABASE_URL: servers.primaryUrl,
      DATABASE_REPLICA_URLS: servers.replicaUrl,
      METRICS_PORT: String(metricsPort),
    });
  });
  afterAll(() => kampus.close());

  it("shows a member what they wrote although the replica is behind, and finds people on the replica", async () => {
    const [member, other] = [await kampus.member(), await kampus.member({ surname: "Рахимова" })];
    const find = async () => {
      const { token } = member;
      return (
        await dataFrom<{ id: number }[]>(
          kampus.get("/api/ru/users", { token, query: { q: "Рахимова" } }),
        )
      ).map(({ id }) => id);
    };
    await expect.poll(find).toEqual([other.id]);

    await servers.hold();
    await kampus.post(`/api/ru/profile/blocks/${other.id}`, {}, { token: member.token });
    expect(await find()).toEqual([]);
    await servers.release();
    await expect.poll(find).toEqual([]);
  });

  it("shows both members of a new friendship its numbers at once although the replica is behind", async () => {
    const [asker, asked] = await signedInMembers(kampus, 2);
    await testProfiles(kampus).ask(asker, asked);
    const friendsOf = async (member: { id: number }, reader: { token: string }) => {
      const path = `/api/ru/user/${member.id}/statistics`;
      return (await dataFrom<{ friends: number }>(kampus.get(path, reader))).friends;
    };
    const replayed = () => servers.askReplica("SELECT FROM friendships");
    await expect.poll(replayed).toHaveLength(1);

    await servers.hold();
    await kampus.post(`/api/ru/profile/friends/friendship/${asker.id}/accept`, {}, asked);
    expect([await friendsOf(asker, asked), await friendsOf(asked, asker)]).toEqual([1, 1]);
    await servers.release();
  });

  it("tells its operator whether the replica is read from, is behind, or is away", async () => {
    const state = async () => {
      const scrape = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^kampus_replica_state{replica="replica_1",state="(\w+)"} 1$/m.exec(scrape)?.[1];
    };
    const timeout = 20_000;
    await expect.poll(state, { timeout }).toBe("in_use");
    await servers.hold();
    await kampus.signUp();
    await expect.poll(state, { timeout }).toBe("behind");
    await servers.release();
    await expect.poll(state, { timeout }).toBe("in_use");
    await servers.stopReplica();
    await expect.poll(state, { timeout }).toBe("away");
    await servers.startReplica();
    await expect.poll(state, { timeout }).toBe("in_use");
  });
});
