import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import Fastify, { LogController } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { backendUrl, createDispatcher, type RequestHandler } from "#server/http/dispatch.ts";
import type { Env } from "#server/env.ts";
import { hostRoleConstraint } from "#server/host-role-constraint.ts";
import { answerFailure } from "#server/plugins/errors.ts";
import { isForSockets } from "#server/realtime/realtime.ts";
import { longestSendingMs } from "#server/http/body-timeout.ts";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";
import { commonHeaders, dataPolicy } from "#server/http/security-headers.ts";
import { answerCompiler } from "#server/http/response-serializer.ts";

interface FastifyOptions {
  env: Pick<Env, "deployment" | "mediaUrl" | "mode" | "trustedProxies">;
  log: Logger;
  /** Serves the pages; without it (route tests) they are not found. */
  pages?: RequestHandler | undefined;
}

const bodyBytesMax = 256 * 1024;

/** A server without routes: one port, dispatched by host and path; payloads by zod schemas; its own request ids. */
export function createFastify({ env, log, pages = noPages }: FastifyOptions) {
  const { mode, deployment } = env;
  const { rootDomain } = deployment;
  const headers = { ...commonHeaders(env), "content-security-policy": dataPolicy };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request would cost more than its line: the lines name the request.
    childLoggerFactory: (parent) => parent,
    frameworkErrors: (error, request, reply) => {
      // No hook has run: what every answer says by headers.ts is said here.
      void reply.header("cache-control", "no-store");
      answerFailure(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
    bodyLimit: bodyBytesMax,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: env.trustedProxies ?? false,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 512,
      constraints: { role: hostRoleConstraint(rootDomain) },
    },
    rewriteUrl: (request) => backendUrl(request, rootDomain),
    serverFactory: (backend) =>
      createServer(
        // A slow sender may not hold a connection for ever (security.md O2); of bodies see slow-senders.ts.
        {
          headersTimeout: 20_000,
          requestTimeout: longestSendingMs,
          keepAliveTimeout: 65_000,
          // Any other wish to upgrade is passed over, as HTTP asks (RFC 9110 §7.8); Next's development socket has its own.
          shouldUpgradeCallback: (request) => mode === "development" || isForSockets(request),
        },
        createDispatcher({ rootDomain, mediaUrl: env.mediaUrl, backend, pages, headers }),
      ),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerCompiler);
  return app;
}

const noPages: RequestHandler = (_request, response: ServerResponse) => {
  response.writeHead(404).end();
};
