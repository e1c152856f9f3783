/** A PostgreSQL server of a test's own, which may be stopped, crash and run out of disk. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "#bench/measure/ports.ts";
import { askDatabase } from "#server/testing/doubles/ask-database.ts";
import { postgresPrograms } from "#server/testing/doubles/postgres-programs.ts";

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** The user `postgres` when run as root, because PostgreSQL refuses to run as root. */
function ownUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync("id", [kind, "postgres"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}

/** `tablesFolder`: an empty folder for all but the write-ahead log. */
export async function startPostgres({ tablesFolder }: { tablesFolder?: string } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "kampus-postgres-"));
  const [data, wal] = [path.join(tablesFolder ?? folder, "data"), path.join(folder, "wal")];
  const user = ownUser();
  for (const made of [data, wal]) mkdirSync(made);
  const { uid, gid } = user;
  if (uid !== undefined && gid !== undefined)
    for (const own of [folder, data, wal]) chownSync(own, uid, gid);
  const bin = postgresPrograms();
  const make = `--pgdata=${data} --waldir=${wal} --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync`;
  await promisify(execFile)(path.join(bin, "initdb"), make.split(" "), { ...user, cwd: folder });
  const port = await freePort();
  let server: ChildProcess | undefined;
  const killWithTests = () => server?.kill("SIGQUIT");
  process.on("exit", killWithTests);

  const postgres = {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,

    async start(): Promise<void> {
      const settings = `-D ${data} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_wal_size=128MB`;
      const started = spawn(path.join(bin, "postgres"), settings.split(" "), {
        ...user,
        cwd: folder,
        env: { ...process.env, LC_ALL: "C.UTF-8" },
        stdio: ["ignore", "ignore", "pipe"],
      });
      server = started;
      for await (const line of createInterface(started.stderr))
        if (line.includes("ready to accept connections")) {
          started.stderr.resume();
          return;
        }
      throw new Error("PostgreSQL did not start");
    },

    /** SIGQUIT: as if its machine had lost power. SIGINT: it breaks off all connections and ends in order. */
    async stop(signal: "SIGQUIT" | "SIGINT" = "SIGQUIT"): Promise<void> {
      if (server?.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, "exit");
      server.kill(signal);
      await exited;
    },

    async query<Row extends object>(statement: string, database = "postgres"): Promise<Row[]> {
      const url = new URL(postgres.url);
      url.pathname = `/${database}`;
      return askDatabase<Row>(url.href, statement);
    },

    async close(): Promise<void> {
      await postgres.stop();
      process.off("exit", killWithTests);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}
