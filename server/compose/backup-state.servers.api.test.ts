import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBackupState } from "#server/compose/backup-state.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { mirrorFiles } from "#server/storage/mirror.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import {
  type PostgresWithReplica,
  startPostgresWithReplica,
} from "#server/testing/doubles/postgres-with-replica.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";

let servers: PostgresWithReplica;
let database: Database;
beforeAll(async () => {
  servers = await startPostgresWithReplica();
  const env = readEnv({ DATABASE_URL: servers.primaryUrl });
  database = await openDatabase({ ...env, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await database.close();
  await servers.close();
});

const archiveBy = async (command: string, timeout = "0") => {
  await servers.askPrimary(`ALTER SYSTEM SET archive_command = '${command}'`);
  await servers.askPrimary(`ALTER SYSTEM SET archive_timeout = '${timeout}'`);
  await servers.askPrimary("SELECT pg_reload_conf()");
  await switchWal();
};
const switchWal = async () => {
  await servers.askPrimary("SELECT txid_current()");
  await servers.askPrimary("SELECT pg_switch_wal()");
};
const lateS = async () =>
  (await createBackupState(database, { backupS3: undefined })()).archiveLateS;

it("an archive of WAL that fails is late from the last success on, until it succeeds again", async () => {
  await archiveBy("true");
  await expect.poll(lateS).toBe(0);
  await archiveBy("false");
  await expect.poll(lateS, { timeout: 10_000 }).toBeGreaterThan(0.5);
  await archiveBy("true");
  await expect.poll(lateS, { timeout: 10_000 }).toBe(0);
});

it("an archive that hangs is late once its archive_timeout has passed", async () => {
  await archiveBy("sleep 30", "1s");
  await expect.poll(lateS, { timeout: 10_000 }).toBeGreaterThan(1);
});

it("a backup is as old as its end, and its age is missing where the role may not list WAL", async () => {
  await archiveBy("true");
  const ageS = async (state: () => Promise<{ backupAgeS: number | undefined }>) =>
    (await state()).backupAgeS ?? NaN;
  const ask = () => createBackupState(database, { backupS3: undefined });
  const atFirst = ask(); // the replica was made by a backup
  await expect.poll(() => ageS(atFirst), { timeout: 10_000 }).toBeGreaterThan(2);
  await servers.askPrimary("SELECT pg_backup_start('test', true); SELECT pg_backup_stop(false)");
  const afterAnother = ask();
  await expect.poll(() => ageS(afterAnother)).toBeLessThan(2);

  await servers.askPrimary("CREATE ROLE plain LOGIN");
  const url = new URL(servers.primaryUrl);
  url.username = "plain";
  const env = readEnv({ DATABASE_URL: url.href });
  const asPlain = await openDatabase({ ...env, log: pino({ level: "silent" }) });
  const state = await createBackupState(asPlain, { backupS3: undefined })();
  await asPlain.close();
  expect(state).toMatchObject({ archiveLateS: 0, backupAgeS: undefined });
});

it("where no backup was ever made, the age counts from the statistics of the archive, so that no restart of a node hides it", async () => {
  await servers.askPrimary("COPY (SELECT) TO PROGRAM 'rm -f pg_wal/*.backup'");
  await servers.askPrimary("SELECT pg_stat_reset_shared('archiver')");
  const state = createBackupState(database, { backupS3: undefined });
  const ageS = async () => (await state()).backupAgeS ?? NaN;
  await expect.poll(ageS).toBeLessThan(process.uptime() - 1);
  const [{ since_s } = { since_s: NaN }] = await servers.askPrimary(
    "SELECT extract(epoch FROM now() - stats_reset)::float8 AS since_s FROM pg_stat_archiver",
  );
  expect(await ageS()).toBeCloseTo(Number(since_s), 0);
});

it("a mirror is as old as its last run, and counts from the start of the node while there was none", async () => {
  const [store, mirror] = [await startTestS3(), await startTestS3()];
  const addresses = [store, mirror].map(({ url }) => s3Address.parse(url));
  const [from, to] = addresses as [(typeof addresses)[0], (typeof addresses)[0]]; // two, as above
  const ask = () => createBackupState(database, { backupS3: to });
  const ageS = async (state: ReturnType<typeof ask>) => (await state()).mirrorAgeS ?? 0;
  const withoutRun = ask();
  const sinceStart = () =>
    expect.poll(() => ageS(withoutRun).then((age) => age - process.uptime()));
  await sinceStart().toBeCloseTo(0, 0);
  await mirrorFiles(from, to, { keepGoneDays: 30 });
  const withRun = ask();
  await expect.poll(() => ageS(withRun)).toBeLessThan(Math.min(2, process.uptime()));
  await store.close();
  await mirror.close();
  await sinceStart().toBeCloseTo(0, 0);
});

it("says nothing of what a deployment does not have", async () => {
  const env = readEnv({ DATABASE_URL: servers.replicaUrl });
  const standby = await openDatabase({ ...env, log: pino({ level: "silent" }) });
  const state = await createBackupState(standby, { backupS3: undefined })();
  await standby.close();
  expect(state).toEqual({
    archiveLateS: undefined,
    backupAgeS: undefined,
    mirrorAgeS: undefined,
  });
});
