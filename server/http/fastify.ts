import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyServerOptions, LogController } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { hostRoleOf, hostRoles } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";
import { longestSendingMs } from "#server/http/body-timeout.ts";
import { backendUrl, createDispatcher, type RequestHandler } from "#server/http/dispatch.ts";
import { responseSerializerCompiler } from "#server/http/response-serializer.ts";
import { assetHeaders, dataPolicy } from "#server/http/security-headers.ts";
import type { Stopping } from "#server/http/stopping.ts";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";
import { answerFailure } from "#server/plugins/errors.ts";
import { isForSockets } from "#server/realtime/engine-requests.ts";

interface FastifyOptions {
  env: Pick<Env, "deployment" | "mediaUrl" | "mode" | "rateLimitScale" | "trustedProxies">;
  log: Logger;
  /** Serves the pages; without it (route tests) they are not found. */
  pages?: RequestHandler | undefined;
  stopping: Stopping;
}

const bodyBytesMax = 256 * 1024;

/** A server without routes: one port, dispatched by host and path; payloads by zod schemas; its own request ids. */
export function createFastify({ env, log, pages = noPages, stopping }: FastifyOptions) {
  const { mode, deployment } = env;
  const { rootDomain } = deployment;
  const headers = { ...assetHeaders(env), "content-security-policy": dataPolicy };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost more than its one line, and lines name the request anyway.
    childLoggerFactory: (parent) => parent,
    frameworkErrors: (error, request, reply) => {
      // No hook has run, so the header of headersPlugin is set here.
      void reply.header("cache-control", "no-store");
      answerFailure(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
    bodyLimit: bodyBytesMax,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: env.trustedProxies ?? false,
    forceCloseConnections: "idle",
    return503OnClosing: false, // see server/http/stopping.ts
    routerOptions: {
      maxParamLength: 512,
      constraints: { role: hostRoleConstraint(rootDomain) },
    },
    rewriteUrl: (request) => backendUrl(request, rootDomain),
    serverFactory: (backend) =>
      createServer(
        // A slow sender must not hold a connection for ever (SEC-O2); for bodies see body-timeout.ts.
        {
          headersTimeout: 20_000,
          requestTimeout: longestSendingMs,
          keepAliveTimeout: 65_000,
          // Any other upgrade is ignored, as HTTP allows (RFC 9110 §7.8); Next's development socket has its own.
          shouldUpgradeCallback: (request) => mode === "development" || isForSockets(request),
        },
        createDispatcher({
          rootDomain,
          backend,
          pages,
          headers,
          stopping,
          mediaUrl: env.mediaUrl,
          limitScale: env.rateLimitScale,
        }),
      )
        .on("request", (_request, response) => {
          closeWithConnection(response);
        })
        .on("upgrade", (_request, connection) => {
          // Node takes its own listener off, and a lost connection that nobody listens to ends the process. Socket.IO does not
          // listen while the database is asked who connects, nor to the stream that stands for a connection whose upgrade
          // has a body.
          connection.on("error", () => undefined);
        }),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializerCompiler);
  return app;
}

const openAnswers = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes an answer with its connection. Node sends the answers to pipelined requests in turn, and stops watching over those
 * that wait for theirs when the connection asks for CONNECT or an upgrade: they would stay open for ever, with the memory and
 * the places in lanes that they hold.
 */
function closeWithConnection(response: ServerResponse): void {
  const own = answersOn(response.req.socket);
  own.add(response);
  response.once("close", () => own.delete(response));
}

/** There is one listener for each connection, however many requests a client pipelines on it. */
function answersOn(socket: Socket): Set<ServerResponse> {
  const known = openAnswers.get(socket);
  if (known) return known;
  const own = new Set<ServerResponse>();
  openAnswers.set(socket, own);
  socket.once("close", () => {
    for (const response of own) response.destroy();
  });
  return own;
}

const noPages: RequestHandler = (_request, response: ServerResponse) => {
  response.writeHead(404).end();
};

type RouterOptions = NonNullable<FastifyServerOptions["routerOptions"]>;
type ConstraintStrategy = NonNullable<RouterOptions["constraints"]>[string];
type Handler = Parameters<ReturnType<ConstraintStrategy["storage"]>["set"]>[1];

/** Lets a route answer on hosts of one role only: `constraints: { role: "mail" }`. */
function hostRoleConstraint(rootDomain: string): ConstraintStrategy {
  return {
    name: "role",
    storage() {
      const handlers = new Map<unknown, Handler>();
      return {
        get: (role) => handlers.get(role) ?? null,
        set: (role, handler) => {
          handlers.set(role, handler);
        },
      };
    },
    deriveConstraint: ({ headers }) => hostRoleOf(headers.host, rootDomain) ?? "",
    validate(role) {
      if (!hostRoles.some((known) => known === role))
        throw new Error(`no host has the role ${String(role)}`);
    },
  };
}
