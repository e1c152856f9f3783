/** Two nodes of the built product behind the nginx that operators get, on services of their own that may fail. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { startNginx } from "#deploy/testing/nginx.ts";
import { Kampus, request, type Served } from "#e2e/kampus.ts";
import { startFaultProxy } from "#e2e/faults/fault-proxy.ts";
import { startPostgres } from "#e2e/faults/postgres.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";
import { startTestRedis } from "#server/testing/test-redis.ts";

export type TwoNodes = Awaited<ReturnType<typeof startSite>>;

interface SiteOptions {
  /** Settings of all nodes. */
  variables?: Record<string, string>;
  /** Settings of the first and of the second node alone. */
  own?: [Record<string, string>, Record<string, string>];
  postgres?: Parameters<typeof startPostgres>[0];
  /** The address of PostgreSQL for the nodes, if not its own. */
  databaseUrl?: (url: string) => Promise<{ url: string; close(): Promise<void> }>;
}

/** The extent of the fault tests: `short` runs on every change. */
export const isShort = process.env.FAULTS_FORM === "short";

/** What passes through the returned function is closed after the tests of the file, the last first. */
export function closedAtEnd() {
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());
  return async <Opened extends { close(): unknown }>(opening: Opened | Promise<Opened>) =>
    opened.adopt(await opening, async (one) => {
      await one.close();
    });
}

export async function startSite({ variables = {}, own = [{}, {}], ...options }: SiteOptions = {}) {
  await using opened = new AsyncDisposableStack();
  const keep = <Opened extends { close(): Promise<unknown> }>(one: Opened) =>
    opened.adopt(one, async (started) => {
      await started.close();
    });
  const postgres = keep(await startPostgres(options.postgres));
  const redis = keep(await startTestRedis());
  const redisProxy = keep(await startFaultProxy(redis.port));
  const s3 = keep(await startTestS3());
  const s3Proxy = keep(await startFaultProxy(s3.port));
  const before = options.databaseUrl && keep(await options.databaseUrl(postgres.url));
  const port = await freePort();
  const all = {
    DATABASE_URL: before?.url ?? postgres.url,
    DATABASE_POOL: "10",
    REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`,
    S3_URL: s3.url.replace(`:${s3.port}/`, `:${s3Proxy.port}/`),
    PUBLIC_PORT: String(port),
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_SECONDS: "2",
    ...variables,
  };
  const start = async (index: 0 | 1) => opened.use(await Kampus.start({ ...all, ...own[index] }));
  const nodes = [await start(0), await start(1)] as const;
  const folder = mkdtempSync(path.join(os.tmpdir(), "kampus-nginx-"));
  chmodSync(folder, 0o755); // its worker is not root
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  opened.adopt(
    await startNginx({
      ...{ folder, port, ports: nodes.map(({ deployment }) => Number(deployment.port)) },
      // Members of a test choose their address, as if this machine were a proxy before nginx.
      own: "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n",
    }),
    async (nginx) => {
      await nginx.end();
    },
  );
  const deployment = { ...nodes[0].deployment, port: String(port) };
  const site: Served = {
    deployment,
    request: (host, target, asked) => request(deployment, host, target, asked),
  };
  const everything = opened.move();
  return {
    ...site,
    nodes,
    services: { postgres, redis, redisProxy, s3Proxy },
    close: () => everything.disposeAsync(),
  };
}
