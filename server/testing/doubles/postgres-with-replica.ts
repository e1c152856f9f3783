/** PostgreSQL servers of a test's own: a primary and a replica of it, which may be held back and stopped. */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { askDatabase } from "#server/testing/doubles/ask-database.ts";
import { freeTestPort } from "#server/testing/doubles/free-test-port.ts";
import { postgresPrograms } from "#server/testing/doubles/postgres-programs.ts";

const execute = promisify(execFile);

export type PostgresWithReplica = Awaited<ReturnType<typeof startPostgresWithReplica>>;

/** On free ports, with nothing to ask for a password; both databases are called `postgres`. */
export async function startPostgresWithReplica() {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-replica-"));
  chmodSync(folder, 0o777); // PostgreSQL refuses to run as root, and its own user writes here.
  const [primary, replica] = [path.join(folder, "primary"), path.join(folder, "replica")];
  const [primaryPort, replicaPort] = [await freeTestPort(), await freeTestPort()];
  const start = (data: string, port: number) =>
    run(
      "pg_ctl",
      ...["-D", data, "-w", "-s", "-l", path.join(folder, "log"), "start"],
      "-o",
      settings(port),
    );

  await run(
    "initdb",
    ...["-D", primary, "-U", "postgres", "-A", "trust", "-N", "--no-instructions"],
  );
  await start(primary, primaryPort);
  const address = ["-h", "127.0.0.1", "-p", String(primaryPort), "-U", "postgres"];
  await run(
    "pg_basebackup",
    ...address,
    ...["-D", replica, "-R", "-c", "fast", "-N", "-X", "stream"],
  );
  await start(replica, replicaPort);

  const stop = (data: string) => run("pg_ctl", "-D", data, "-m", "immediate", "-w", "-s", "stop");
  const ask = (port: number, statement: string) =>
    askDatabase<Record<string, unknown>>(urlAt(port), statement);
  return {
    primaryUrl: urlAt(primaryPort),
    replicaUrl: urlAt(replicaPort),
    askPrimary: (statement: string) => ask(primaryPort, statement),
    askReplica: (statement: string) => ask(replicaPort, statement),
    /** The replica replays nothing until `release`. */
    hold: () => ask(replicaPort, "SELECT pg_wal_replay_pause()"),
    release: () => ask(replicaPort, "SELECT pg_wal_replay_resume()"),
    stopReplica: () => stop(replica),
    startReplica: () => start(replica, replicaPort),
    async close() {
      await Promise.all([primary, replica].map((data) => stop(data).catch(() => undefined)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

const settings = (port: number) =>
  `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=60 -c wal_level=replica -c archive_mode=on -c shared_buffers=32MB`;

/** Runs a program of PostgreSQL as the user that it was installed with, because it refuses to run as root. */
async function run(program: string, ...args: string[]): Promise<void> {
  const command = [path.join(postgresPrograms(), program), ...args];
  const [file = "", ...rest] =
    process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
  await execute(file, rest, { cwd: tmpdir() });
}
