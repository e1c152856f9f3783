import { pino } from "pino";
import { expect, it } from "vitest";
import { askStandbys } from "#server/compose/standbys.ts";
import { openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { startPostgresWithReplica } from "#server/testing/doubles/postgres-with-replica.ts";

it("a role without rights learns whether the standby of a replication slot is connected, and that it has gone", async () => {
  const servers = await startPostgresWithReplica();
  await servers.askPrimary("CREATE ROLE plain LOGIN");
  const url = new URL(servers.primaryUrl);
  url.username = "plain";
  const env = readEnv({ DATABASE_URL: url.href });
  const database = await openDatabase({ ...env, log: pino({ level: "silent" }) });
  const standbys = () => expect.poll(() => askStandbys(database), { timeout: 20_000 });
  try {
    await standbys().toEqual([]);
    await servers.askPrimary("SELECT pg_create_physical_replication_slot('standby')");
    await standbys().toEqual([{ slot: "standby", isConnected: false }]);
    await servers.askReplica("ALTER SYSTEM SET primary_slot_name = 'standby'");
    await servers.askReplica("SELECT pg_reload_conf()");
    await standbys().toEqual([{ slot: "standby", isConnected: true }]);
    await servers.stopReplica();
    await standbys().toEqual([{ slot: "standby", isConnected: false }]);
  } finally {
    await database.close();
    await servers.close();
  }
});
