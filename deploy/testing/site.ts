/**
 * A production site on this machine, of the very files that an operator takes: a release, PostgreSQL behind PgBouncer,
 * Redis, an S3 store, a mail server, two nodes, and nginx or Caddy before them, with TLS.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { Client } from "pg";
import { freePort } from "#bench/measure/ports.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { makeCertificate } from "#deploy/testing/certificate.ts";
import { startNginx } from "#deploy/testing/nginx.ts";
import { createCluster, password } from "#deploy/testing/postgres-cluster.ts";
import { type Program, run, startProgram } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";
import { startTestSmtp } from "#server/testing/doubles/test-smtp.ts";
import { startTestRedis } from "#server/testing/test-redis.ts";

export const rootDomain = "kampus.test";
const startWithinS = 60;

export type Site = Awaited<ReturnType<typeof startSite>>;

export async function startSite() {
  const closing: (() => Promise<unknown>)[] = [];
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-deploy-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // nodes and PostgreSQL are not root
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    return { ...(await open(folder, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(folder: string, closing: (() => Promise<unknown>)[]) {
  const release = path.join(folder, "release");
  const assembled = run(inRoot("deploy/assemble.sh"), [release]);
  closing.push(() => assembled.catch(() => undefined)); // a folder that is still filled cannot be removed
  const postgres = await startPostgres(folder, closing);
  const [redis, s3, smtp] = [await startTestRedis(), await startTestS3(), await startTestSmtp()];
  closing.push(
    () => redis.close(),
    () => s3.close(),
    () => smtp.close(),
  );
  await assembled;
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const variables = {
    ...parseEnv(await readFile(inRoot("deploy/kampus.env"), "utf8")),
    ROOT_DOMAIN: rootDomain,
    ACCOUNT_DOMAINS: rootDomain,
    DATABASE_URL: postgres.pooledUrl,
    REDIS_URL: redis.url,
    S3_URL: s3.url,
    SMTP_URL: smtp.url,
    KEY_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
    PUBLIC_PORT: String(httpsPort),
    DRAIN_SECONDS: "3",
    RATE_LIMIT_SCALE: "100", // all come from one address
  };
  const nodes = await Promise.all([
    openNode(folder, release, variables),
    openNode(folder, release, variables),
  ]);
  let proxy: Program | undefined;
  closing.push(() => Promise.all([proxy?.end(), ...nodes.map((node) => node.end())]));
  const tls = path.join(folder, "tls");
  const authority = await makeCertificate(tls, rootDomain);
  return {
    ...{ folder, release, nodes, smtp, authority, httpPort, httpsPort },
    /** Whatever the database holds, as its owner sees it. */
    database: postgres.client,
    /** Stands before the nodes from then on, and no other. */
    async useProxy(name: "nginx" | "caddy"): Promise<void> {
      await proxy?.end();
      const ports = nodes.map(({ port }) => port);
      const ends = { folder: tls, httpPort, domain: rootDomain };
      proxy = await (name === "nginx"
        ? startNginx({ folder, ports, port: httpsPort, tls: ends })
        : startCaddy({ folder, tls, httpPort, httpsPort, ports }));
    },
  };
}

async function startPostgres(folder: string, closing: (() => Promise<unknown>)[]) {
  const port = await freePort();
  const settings = ["archive_mode = off", "fsync = off"];
  const cluster = await createCluster(folder, port, { settings });
  await cluster.start();
  closing.push(() => cluster.stop());
  await inDatabase(cluster.url("postgres"), (client) => client.query("CREATE DATABASE kampus"));
  const client = new Client({ connectionString: cluster.url("kampus") });
  await client.connect();
  closing.push(() => client.end());

  const poolerPort = await freePort();
  const users = path.join(folder, "userlist.txt");
  await writeFile(users, `"kampus" "${password}"\n`);
  const settingsOfPooler = path.join(folder, "pgbouncer.ini");
  const shipped = await readFile(inRoot("deploy/pgbouncer/pgbouncer.ini"), "utf8");
  const own = shipped
    .replace("port=5432", `port=${port}`)
    .replace("listen_port = 6432", `listen_port = ${poolerPort}`)
    .replace("/etc/pgbouncer/userlist.txt", users);
  await writeFile(settingsOfPooler, own);
  const pooler = await startProgram("pgbouncer", [settingsOfPooler], {
    ...{ user: "nobody", port: poolerPort },
  });
  closing.push(() => pooler.end());
  const pooledUrl = new URL(cluster.url("kampus"));
  pooledUrl.port = String(poolerPort);
  return { client, pooledUrl: pooledUrl.href };
}

/** Owned by nobody else and writing nowhere but to its folder, as in the image and under systemd. */
async function openNode(folder: string, release: string, variables: Record<string, string>) {
  const port = await freePort();
  const varDir = path.join(folder, `var-${port}`);
  await mkdir(varDir);
  if (process.getuid?.() === 0) await run("chown", ["nobody", varDir]);
  const env = { ...variables, NODE_ENV: "production", PORT: String(port), VAR_DIR: varDir };
  let node: Program;
  const start = async () => {
    node = await startProgram(path.join(release, "deploy/serve.sh"), [], { env, user: "nobody" });
    await probe("/readyz", startWithinS).catch((error: unknown) => {
      throw new Error(`The node did not start:\n${node.output()}`, { cause: error });
    });
  };
  const probe = (target: string, seconds = 0) =>
    run(
      path.join(release, "node_modules/.bin/node"),
      [path.join(release, "deploy/probe.mjs"), target, String(seconds)],
      { env: { PORT: String(port) } },
    );
  await start();
  return {
    ...{ port, start, probe },
    processId: () => node.processId,
    output: () => node.output(),
    end: (signal?: NodeJS.Signals) => node.end(signal),
  };
}

interface Before {
  folder: string;
  tls: string;
  httpPort: number;
  httpsPort: number;
  /** Of the nodes. */
  ports: number[];
}

async function startCaddy({ folder, tls, httpPort, httpsPort, ports }: Before): Promise<Program> {
  const env = {
    HOME: folder,
    ADMIN: `unix/${folder}/caddy.sock`,
    ROOT_DOMAIN: rootDomain,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    NODES: ports.map((port) => `127.0.0.1:${port}`).join(" "),
    TLS: `tls ${tls}/fullchain.pem ${tls}/privkey.pem`,
  };
  const args = ["run", "--adapter", "caddyfile", "--config", inRoot("deploy/caddy/Caddyfile")];
  return startProgram("caddy", args, { env, port: httpsPort });
}
