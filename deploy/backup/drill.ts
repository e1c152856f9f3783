/**
 * `npm run drill`: destroys a database and a store of files that it has made itself, restores both by the files of this
 * folder, and says what was lost (RPO) and how long it took (RTO). `-- --members 100000` makes the database larger.
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { freePort } from "#bench/measure/ports.ts";
import { drillFiles } from "#deploy/backup/drill-files.ts";
import { startLedger } from "#deploy/backup/drill-ledger.ts";
import { type Cluster, createCluster, password } from "#deploy/testing/postgres-cluster.ts";
import { run } from "#deploy/testing/programs.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const rpoMsMax = 60_000;
const rtoMsMax = 15 * 60_000;
/** Longer than the archive waits for a segment to fill, twice. */
const writesOnMs = 75_000;
const betweenMomentsMs = 5_000;
const askedEveryMs = 100;

const { members } = parseArgs({
  options: { members: { type: "string", default: "10000" } },
}).values;
const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-drill-"));
async function drill(memberCount: number): Promise<void> {
  const { cluster, env } = await prepareCluster();
  const pgbackrest = (...args: string[]) =>
    run("pgbackrest", ["--stanza=kampus", ...args], { env, user: "postgres", cwd: folder });
  const restore = (...moment: string[]) =>
    run(inRoot("deploy/backup/restore.sh"), moment, { env, user: "postgres", cwd: folder });
  try {
    await cluster.start();
    await inDatabase(cluster, "postgres", (client) => client.query("CREATE DATABASE kampus"));
    await timed("seeded", () => seed(cluster.url("kampus"), memberCount));
    await pgbackrest("stanza-create");
    await timed("backed up in full", () => pgbackrest("--type=full", "backup"));
    const ledger = await startLedger(cluster.url("kampus"));
    await setTimeout(10_000);
    await timed("backed up what had changed", () => pgbackrest("--type=incr", "backup"));

    const before = await stateBetweenWrites(ledger, cluster);
    console.log(`  ${before.tables.size} tables, ${await sizeOf(cluster)} MB`);
    await setTimeout(betweenMomentsMs);
    const later = await stateBetweenWrites(ledger, cluster);
    await setTimeout(writesOnMs);

    const destroyedMs = await destroy(cluster);
    await ledger.close();
    await timed("restored files to the end of the log", () => restore());
    await cluster.start();
    const rtoMs = Date.now() - destroyedMs;
    const after = await inDatabase(cluster, "kampus", async (client) => ({
      tables: await checksums(client),
      lost: await ledger.lostIn(client),
    }));
    const rpoMs = after.lost.firstMs === null ? 0 : destroyedMs - after.lost.firstMs;
    expectSame(before.tables, after.tables, "drill_ledger");
    console.log(`  ${ledger.count()} writes acknowledged, ${after.lost.count} lost`);
    judge("RPO, to the end of the log", rpoMs, rpoMsMax);
    judge("RTO, to the end of the log", rtoMs, rtoMsMax);

    const restoreTo = async ({ moment, tables }: typeof before) => {
      const again = await destroy(cluster);
      await timed(`restored files to ${moment}`, () => restore(moment));
      await cluster.start();
      judge("RTO, to a moment", Date.now() - again, rtoMsMax);
      expectSame(tables, await inDatabase(cluster, "kampus", checksums));
      console.log("✓ the checksums of all tables at that moment are equal");
      await archiveTimeline(cluster);
    };
    await restoreTo(before);
    // Later moments are lost by no restore to an earlier one.
    await restoreTo(later);
    await drillFiles(cluster.url("kampus"));
  } finally {
    await cluster.stop("SIGQUIT");
  }
}

/** What the tables hold, and when: no write comes between. */
async function stateBetweenWrites(
  ledger: Awaited<ReturnType<typeof startLedger>>,
  cluster: Cluster,
) {
  await ledger.pause();
  const state = await inDatabase(cluster, "kampus", async (client) => ({
    tables: await checksums(client),
    moment: await now(client),
  }));
  ledger.resume();
  return state;
}

/** From then on a restore can follow the timeline that the last one began. */
async function archiveTimeline(cluster: Cluster): Promise<void> {
  const ask = async (statement: string) =>
    inDatabase(cluster, "kampus", async (client) => (await client.query(statement)).rowCount);
  await ask("SELECT pg_switch_wal()");
  // Neither its history alone nor what the former timeline had begun.
  const archived = "SELECT FROM pg_stat_archiver WHERE last_archived_wal ~ '^[0-9A-F]{24}$'";
  while ((await ask(archived)) === 0) await setTimeout(askedEveryMs);
}

async function prepareCluster() {
  await chmod(folder, 0o755);
  const port = await freePort();
  const repository = path.join(folder, "repository");
  for (const each of [repository, path.join(folder, "locks")]) {
    await mkdir(each);
    if (process.getuid?.() === 0) await run("chown", ["postgres", each]);
  }
  const env = {
    PGBACKREST_CONFIG: inRoot("deploy/backup/pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: randomBytes(32).toString("base64"),
    PGBACKREST_LOCK_PATH: path.join(folder, "locks"),
    PGBACKREST_PG1_PATH: path.join(folder, "cluster"),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: path.join(folder, "locks"),
    PGBACKREST_PG1_USER: "kampus",
    PGPASSWORD: password,
  };
  const settings = [
    `unix_socket_directories = '${env.PGBACKREST_PG1_SOCKET_PATH}'`,
    "max_wal_size = 4GB",
  ];
  return { cluster: await createCluster(folder, port, { settings, env }), env };
}

/** Ten friendships and two educations for each member, or as many as there are. */
async function seed(url: string, memberCount: number): Promise<void> {
  const amounts = {
    members: memberCount,
    educations: memberCount * 2,
    friendships: memberCount * 10,
  };
  const asked = Object.entries(amounts).map(([name, count]) => `--${name}=${count}`);
  await run(projectNode, [inRoot("server/seed.ts"), ...asked], {
    env: { DATABASE_URL: url },
    cwd: inRoot("."),
  });
}

/** As a machine that is lost with its disk; answers when, in milliseconds of this machine's clock. */
async function destroy(cluster: Cluster): Promise<number> {
  const destroyedMs = Date.now();
  await cluster.stop("SIGQUIT");
  await run("find", [cluster.data, "-mindepth", "1", "-delete"]);
  return destroyedMs;
}

async function inDatabase<T>(
  cluster: Cluster,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: cluster.url(database) });
  client.on("error", () => undefined); // its server is stopped on purpose
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Of each table: how many rows it has, and a sum over all that they hold. */
async function checksums(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const sums = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum FROM ${name} t`,
    );
    sums.set(name.replace(/^public\./, ""), found[0]?.sum ?? "");
  }
  return sums;
}

async function now(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
  return rows[0]?.now ?? "";
}

const sizeOf = (cluster: Cluster) =>
  inDatabase(cluster, "kampus", async (client) => {
    const { rows } = await client.query<{ megabytes: string }>(
      "SELECT pg_database_size('kampus') / 1048576 AS megabytes",
    );
    return rows[0]?.megabytes;
  });

function expectSame(
  before: Map<string, string>,
  after: Map<string, string>,
  except?: string,
): void {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => name !== except && before.get(name) !== after.get(name),
  );
  if (changed.length > 0) throw new Error(`not as before: ${changed.join(", ")}`);
}

function judge(name: string, ms: number, msMax: number): void {
  console.log(`${ms <= msMax ? "✓" : "✗"} ${name}: ${seconds(ms)} (at most ${seconds(msMax)})`);
  if (ms > msMax) process.exitCode = 1;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  const result = await work();
  console.log(`  ${what} in ${seconds(performance.now() - begunMs)}`);
  return result;
}

try {
  await drill(Number(members));
} finally {
  await rm(folder, { recursive: true, force: true });
}
