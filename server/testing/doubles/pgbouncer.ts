/** PgBouncer of this machine, before a PostgreSQL server: each transaction may get another connection. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freeTestPort } from "#server/testing/doubles/free-test-port.ts";

interface PgBouncerOptions {
  /** To PostgreSQL, for each database. */
  connectionsMax?: number;
  /** Whether what stands behind it takes no writes, like a standby. */
  isReadOnly?: boolean;
}

/** @throws where it is not installed, and says how to. */
export async function startPgBouncer(
  serverUrl: string,
  { connectionsMax = 20, isReadOnly = false }: PgBouncerOptions = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-pgbouncer-"));
  const port = await freeTestPort();
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const login = `user=${username || "postgres"}${password && ` password=${decodeURIComponent(password)}`}`;
  const onConnect = isReadOnly ? "connect_query='SET default_transaction_read_only = on'" : "";
  const settings = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} ${login} ${onConnect}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionsMax}
max_client_conn = 500
`,
  );
  // It refuses to run as root, and changes to this user once it has started.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const bouncer = spawn("pgbouncer", [...user, settings], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(bouncer, "exit").catch(() => undefined); // What cannot be run has no log either.
  await isUp(bouncer.stderr);
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    /** The server's URL, through PgBouncer. */
    url: url.href,
    async close() {
      bouncer.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isUp(log: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface(log)) {
    lines.push(line);
    if (line.includes("process up")) {
      log.resume(); // Nobody reads on, and a full pipe would stop it.
      return;
    }
  }
  throw new Error(`PgBouncer did not start (apt-get install pgbouncer):\n${lines.join("\n")}`);
}
