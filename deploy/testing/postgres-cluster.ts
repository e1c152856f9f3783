/** A PostgreSQL cluster of a test's own, with the settings of deploy/postgresql/kampus.conf, which may be destroyed. */
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { type Program, run, startProgram } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";
import { postgresPrograms } from "#server/testing/doubles/postgres-programs.ts";

/** Debian's, who owns the cluster, since root may not. */
const owner = "postgres";
const askedEveryMs = 100;
export const password = "kampus password";

export type Cluster = Awaited<ReturnType<typeof createCluster>>;

/** `folder` may be entered by all. `env` is what commands of the archive are started with. */
export async function createCluster(
  folder: string,
  port: number,
  { settings = [], env = {} }: { settings?: string[]; env?: Record<string, string> } = {},
) {
  const programs = postgresPrograms();
  const data = path.join(folder, "cluster");
  const secret = path.join(folder, "password");
  await writeFile(secret, `${password}\n`);
  await mkdir(data);
  if (process.getuid?.() === 0) await run("chown", [owner, data, secret]);
  await run(
    path.join(programs, "initdb"),
    [
      ...["--pgdata", data, "--username", "kampus", "--pwfile", secret],
      ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
      "--data-checksums",
    ],
    { user: owner, cwd: folder },
  );
  const own = [
    `include '${inRoot("deploy/postgresql/kampus.conf")}'`,
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    ...settings,
  ];
  await appendFile(path.join(data, "postgresql.conf"), `${own.join("\n")}\n`);
  let server: Program | undefined;
  const url = (database: string) =>
    `postgres://kampus:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return {
    data,
    url,
    /** Ends once writes are taken: what was restored is replayed before. */
    async start(): Promise<void> {
      server = await startProgram(path.join(programs, "postgres"), ["-D", data], {
        ...{ user: owner, cwd: folder, env, port },
      });
      const started = server;
      while (!(await takesWrites(url("postgres")))) {
        if (started.hasEnded()) throw new Error(`PostgreSQL did not start:\n${started.output()}`);
        await setTimeout(askedEveryMs);
      }
    },
    /** By SIGQUIT at once, as if the machine had stopped: nothing is written any more. */
    async stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
      await server?.end(signal);
      server = undefined;
    },
    output: () => server?.output() ?? "",
  };
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined); // while it starts it hangs up
  try {
    await client.connect();
    const { rows } = await client.query<{ replays: boolean }>(
      "SELECT pg_is_in_recovery() AS replays",
    );
    return rows[0]?.replays === false;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
