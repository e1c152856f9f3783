/** A Redis server of a test's own, which may be killed, paused, filled and made a replica. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { freeTestPort } from "#server/testing/doubles/free-test-port.ts";

export type TestRedis = Awaited<ReturnType<typeof startTestRedis>>;

/** On a free port, which it keeps; `settings` are arguments of `redis-server`. It forgets everything with each start. */
export const startTestRedis = (...settings: string[]) => startServer(settings);

/** By TLS alone, with a certificate that nobody vouches for: it is in the file `certificate`. */
export async function startTlsRedis() {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-redis-tls-"));
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1";
  const name = "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  const files = ["-keyout", key, "-out", certificate];
  await promisify(execFile)("openssl", [...`${made} ${name}`.split(" "), ...files]);
  const port = await freeTestPort();
  const settings = ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"];
  const redis = await startServer([
    ...settings,
    "--tls-cert-file",
    certificate,
    "--tls-key-file",
    key,
  ]);
  return {
    certificate,
    url: `rediss://127.0.0.1:${port}`,
    async close() {
      await redis.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Watches a master, which it calls `name`, and makes a replica the master within seconds of its end. */
export async function startTestSentinel(name: string, { port }: TestRedis) {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-sentinel-"));
  const file = path.join(folder, "sentinel.conf");
  const lines = [
    `monitor ${name} 127.0.0.1 ${port} 1`,
    `down-after-milliseconds ${name} 500`,
    `failover-timeout ${name} 2000`,
  ];
  writeFileSync(file, lines.map((line) => `sentinel ${line}\n`).join(""));
  const sentinel = await startServer(["--sentinel"], [file]);
  return {
    ...sentinel,
    async close() {
      await sentinel.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(settings: string[], file: string[] = []) {
  const port = await freeTestPort();
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-redis-"));
  const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const unsaved = file.length === 0 ? ["--save", ""] : [];
  let server: ChildProcess | undefined;
  const killWithTests = () => server?.kill("SIGKILL");
  process.on("exit", killWithTests);

  const redis = {
    port,
    url: `redis://127.0.0.1:${port}`,

    async start(): Promise<void> {
      const started = spawn("redis-server", [...file, ...own, ...unsaved, ...settings], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      server = started;
      for await (const line of createInterface(started.stdout))
        if (/Ready to accept connections|\+monitor master/.test(line)) {
          started.stdout.resume();
          return;
        }
      throw new Error("redis-server did not start");
    },

    /** Ends it like a machine that loses power. */
    async kill(): Promise<void> {
      if (server?.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, "exit");
      server.kill("SIGKILL");
      await exited;
    },

    /** It keeps its connections, and answers nothing until it resumes. */
    pause: () => server?.kill("SIGSTOP"),
    resume: () => server?.kill("SIGCONT"),

    /** Sends a command on a connection of its own. */
    async command(name: string, ...parameters: (string | number)[]): Promise<unknown> {
      const client = new Redis(redis.url);
      try {
        return await client.call(name, ...parameters);
      } finally {
        client.disconnect();
      }
    },

    async close(): Promise<void> {
      await redis.kill();
      process.off("exit", killWithTests);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
