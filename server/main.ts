/** The process: environment, services, back end and pages behind one port; and an orderly end. */
import "#server/infra/thread-pool.ts"; // must be first: see there
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import closeWithGrace from "close-with-grace";
import { originOf, surfaces } from "#lib/site/surfaces.ts";
import { buildApp } from "#server/app.ts";
import { madePages } from "#server/compose/made-pages.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { loadPrepared } from "#server/pages/prepared-answers.ts";
import { failPage, servePages, underPolicy } from "#server/pages/serve-pages.ts";
import { openServices } from "#server/services.ts";
import { errorMessageOf, exitWith, StartFault } from "#server/infra/start-fault.ts";
import { watchEventLoop } from "#server/infra/watchdog.ts";
import { setTracer } from "#server/telemetry/tracing.ts";

const log = createLog();
/** Systemd, Compose and Kubernetes wait longer for a node than its drain and this (`deploy/`). */
const closeWithinMs = 10_000;
const nextFolder = ".next";

try {
  await start();
} catch (error) {
  if (!(error instanceof StartFault)) log.fatal({ err: error }, "start failed");
  exitWith(error, "could not start");
}

/** A system may be without IPv6, where nothing can listen on the address that means both. */
function everyAddress(): "::" | "0.0.0.0" {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.some((address) => address?.family === "IPv6") ? "::" : "0.0.0.0";
}

async function start(): Promise<void> {
  const env = readEnv(process.env);
  // React and Next choose their production code by the one when they are loaded, and middleware.ts reads the other.
  Object.assign(process.env, { NODE_ENV: env.mode, ROOT_DOMAIN: env.deployment.rootDomain });
  const tracer = env.tracing
    ? (await import("#server/telemetry/open-tracing.ts")).openTracing(env.tracing)
    : null;
  setTracer(tracer);
  const askNext = createNextLoader(env);
  const [services, prepared, front] = await Promise.all([
    openServices(env, log),
    env.mode === "production" ? loadPrepared(nextFolder) : null,
    env.mode === "development" ? askNext() : null,
  ]);
  const next = underPolicy(env, (request, response) => {
    askNext()
      .then((loaded) => loaded.getRequestHandler()(request, response))
      .catch((error: unknown) => {
        failPage(log, response, error);
      });
  });
  const makers = madePages(env, services.database.db, services.limits);
  const pages = prepared ? servePages({ ...env, log }, prepared, next, makers) : next;
  const app = await buildApp({ env, ...services, log, pages });
  if (front) {
    const upgrade = front.getUpgradeHandler();
    app.server.on("upgrade", (request, socket, head) => {
      if (!request.url?.startsWith("/socket.io")) void upgrade(request, socket, head);
    });
  }
  const stop = async () => {
    // Begun here, because a mail to a silent server may take as long as a slow download.
    void services.jobs.rest();
    await app.close();
    await services.close();
    await tracer?.close();
  };
  try {
    await app.listen({ port: env.port, host: everyAddress() });
  } catch (error) {
    await stop();
    throw new StartFault([`PORT ${env.port}: ${errorMessageOf(error)}`], { cause: error });
  }
  let exitCode = 0;
  // A database that has stopped answering takes five seconds for each question. What would still be noted there expires
  // by itself, so a node that leaves it has done as it was told.
  const onTimeout = () => {
    log.warn("stopped, leaving what had not ended in time");
    process.exit(exitCode);
  };
  const delay = env.drainMs + closeWithinMs;
  closeWithGrace({ delay, logger: false, onTimeout }, async ({ err, signal }) => {
    if (err) exitCode = 1;
    if (err) log.fatal({ err }, "stopping after an unexpected error");
    else log.info({ signal }, "stopping");
    // A developer who presses Ctrl-C should not wait for the drain.
    if (signal === "SIGTERM") await app.drain(env.drainMs);
    await stop();
    log.info("stopped");
  });
  // A breakpoint also stops the event loop, so it is not watched in development.
  if (env.mode === "production") watchEventLoop();
  announce(env);
}

/**
 * Next takes 100 MB and half a second. In production everything that browsers ask for is prepared, so it is loaded for the
 * first odd address (`servePages`).
 */
function createNextLoader({ mode }: Env) {
  const load = async () => {
    const { default: createNext } = await import("next");
    const dev = mode === "development";
    const front = createNext({
      dev,
      dir: process.cwd(),
      // Next listens to the upgrades of this server: to our own it would look up a page for each socket, and end some.
      ...(!dev && { httpServer: createServer() }),
    });
    await front.prepare();
    return front;
  };
  let loading: ReturnType<typeof load> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // The next request tries again.
      throw error;
    });
    return loading;
  };
}

function announce({ deployment, hasMailbox }: Env): void {
  const addresses = [...surfaces, ...(hasMailbox ? (["mail"] as const) : [])].map(
    (role) => `  ${role.padEnd(8)} ${originOf(deployment, role)}`,
  );
  console.log(`\nKampus is ready\n${addresses.join("\n")}\n`);
}
