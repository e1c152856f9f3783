/** A standby that is made of a primary which was restored to a moment follows it, as docs/operations.md makes both. */
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { type Cluster, createCluster } from "#deploy/testing/postgres-cluster.ts";
import { run, startProgram } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";
import { postgresPrograms } from "#server/testing/doubles/postgres-programs.ts";

const user = "postgres";

test("a standby that is made after a restore to a moment goes on following its primary", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-standby-"));
  await chmod(folder, 0o755); // PostgreSQL refuses to be root
  const settings = ["archive_mode = off", `unix_socket_directories = ''`];
  const primary = await createCluster(folder, await freePort(), { settings });
  try {
    // As pgBackRest leaves it, whose settings outlast the recovery that they were for.
    await appendFile(path.join(primary.data, "postgresql.auto.conf"), ofTheRestore);
    await primary.start();
    for (const statement of await afterRecovery()) await ask(primary.url("postgres"), statement);
    await ask(primary.url("postgres"), "CREATE TABLE written (n integer)");
    const standby = await startStandby(folder, primary);
    try {
      const replaying = "SELECT pg_is_in_recovery() AS replays, count(*)::int AS rows FROM written";
      await expect.poll(() => ask(standby.url, replaying)).toEqual({ replays: true, rows: 0 });
      await ask(primary.url("postgres"), "INSERT INTO written VALUES (1)");
      await expect.poll(() => ask(standby.url, replaying)).toEqual({ replays: true, rows: 1 });
    } finally {
      await standby.end("SIGQUIT");
    }
  } finally {
    await primary.stop("SIGQUIT");
    await rm(folder, { recursive: true, force: true });
  }
});

const ofTheRestore = `
recovery_target_time = '2026-09-01 12:00:00+05'
recovery_target_action = 'promote'
recovery_target_timeline = 'current'
`;

/** What the block of the restore has PostgreSQL do once it takes writes. */
async function afterRecovery(): Promise<string[]> {
  const operations = await readFile(inRoot("docs/operations.md"), "utf8");
  const [block = ""] = /restore\.sh \$\{MOMENT.*?```/s.exec(operations) ?? [];
  return [...block.matchAll(/-c '(ALTER SYSTEM [^']+)'/g)].map(([, statement = ""]) => statement);
}

async function startStandby(folder: string, primary: Cluster) {
  const data = path.join(folder, "standby");
  await mkdir(data, { mode: 0o700 });
  if (process.getuid?.() === 0) await run("chown", [user, data]);
  const copied = [
    "--no-sync",
    "--pgdata",
    data,
    "--checkpoint=fast",
    "--create-slot",
    "--slot=standby",
  ];
  await run(
    path.join(postgresPrograms(), "pg_basebackup"),
    ["--dbname", primary.url("postgres"), ...copied, "--write-recovery-conf"],
    { user, cwd: folder },
  );
  const port = await freePort();
  const url = new URL(primary.url("postgres"));
  url.port = String(port);
  const server = await startProgram(
    path.join(postgresPrograms(), "postgres"),
    ["-D", data, "-c", `port=${port}`],
    { user, cwd: folder, port },
  );
  return { ...server, url: url.href };
}

const ask = (url: string, statement: string) =>
  inDatabase(url, async (client) => (await client.query<object>(statement)).rows[0]);
