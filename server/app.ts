import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import Fastify, { LogController } from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { findSession } from "#server/auth/repository.ts";
import { authRoutes, logoutRoutes } from "#server/auth/routes.ts";
import { createAuthService } from "#server/auth/service.ts";
import { createCaptchaService } from "#server/captcha/captcha.ts";
import { createCaptchaStore } from "#server/captcha/captcha-store.ts";
import { captchaRoutes } from "#server/captcha/routes.ts";
import { configScript } from "#server/config-script.ts";
import type { Database } from "#server/db/database.ts";
import { backendUrl, createDispatcher, type RequestHandler } from "#server/dispatch.ts";
import type { Env } from "#server/env.ts";
import {
  countFriends,
  countPendingRequests,
  friendshipStatus,
  friendshipStatuses,
} from "#server/friends/repository.ts";
import { friendsRoutes } from "#server/friends/routes.ts";
import { createFriendships } from "#server/friends/service.ts";
import { healthRoutes } from "#server/health.ts";
import { hostRoleConstraint } from "#server/host-role-constraint.ts";
import { languagesRoutes } from "#server/languages/routes.ts";
import { mailboxRoutes } from "#server/mail/mailbox.ts";
import type { Outbox } from "#server/mail/outbox.ts";
import { countUnread } from "#server/messenger/reading.ts";
import { messengerRoutes } from "#server/messenger/routes.ts";
import { createMessenger } from "#server/messenger/service.ts";
import { peopleRoutes } from "#server/people/routes.ts";
import { corsPlugin } from "#server/plugins/cors.ts";
import { answerFailure, errorsPlugin } from "#server/plugins/errors.ts";
import { headersPlugin } from "#server/plugins/headers.ts";
import { jsonBodyPlugin } from "#server/plugins/json-body.ts";
import { createLimits } from "#server/plugins/limits.ts";
import { localePlugin } from "#server/plugins/locale.ts";
import { openapiPlugin } from "#server/plugins/openapi.ts";
import { requestLogPlugin } from "#server/plugins/request-log.ts";
import { sessionPlugin } from "#server/plugins/session.ts";
import { profileRoutes } from "#server/profile/routes.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import type { RedisClients } from "#server/redis.ts";
import { settingsRoutes } from "#server/settings/routes.ts";

export interface AppOptions {
  env: Env;
  database: Database;
  redis: RedisClients | null;
  outbox: Outbox;
  log: Logger;
  /** Serves the pages; without it (route tests) they are not found. */
  pages?: RequestHandler;
}

const bodyBytesMax = 256 * 1024;

/** Composes the back end: every feature gets here what it needs of another, and none imports it. */
export async function buildApp({
  env,
  database: { db },
  redis,
  outbox,
  log,
  pages = noPages,
}: AppOptions) {
  const { deployment } = env;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerFailure,
    bodyLimit: bodyBytesMax,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: env.trustedProxies ?? false,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 512,
      constraints: { role: hostRoleConstraint(deployment.rootDomain) },
    },
    rewriteUrl: (request) => backendUrl(request, deployment.rootDomain),
    serverFactory: (backend) =>
      createServer(
        // A slow sender may not hold a connection for ever (security.md O2).
        { headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
        createDispatcher({ rootDomain: deployment.rootDomain, backend, pages }),
      ),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const sessionOf = (token: string) => findSession(db, token);
  const limits = createLimits(redis?.commands ?? null, env.rateLimitScale);
  const captchas = createCaptchaService(
    createCaptchaStore(redis?.commands ?? null),
    env.captchaTestAnswer,
  );
  const realtime = createRealtime({
    deployment,
    sharesUpgrades: env.mode === "development",
    frameScale: env.rateLimitScale,
    redis,
    findSession: sessionOf,
    log,
  });
  const auth = createAuthService({ db, env, outbox, limits });
  const friendships = createFriendships({
    db,
    tellPending: (userId, pending) => {
      realtime.tell(userId, "friendship", { pending });
    },
  });
  const messenger = createMessenger({
    db,
    events: {
      message: (userIds, message) => {
        realtime.tell(userIds, "message", message);
      },
      chatRead: (userIds, event) => {
        realtime.tell(userIds, "chat_read", event);
      },
      unread: (userId, count) => {
        realtime.tell(userId, "all_new_messages_count", { all_new_messages_count: count });
      },
    },
  });
  realtime.onConnect(async (userId, emit) => {
    const unread = await countUnread(db, [userId]);
    emit("all_new_messages_count", { all_new_messages_count: unread.get(userId) ?? 0 });
    emit("friendship", { pending: await countPendingRequests(db, userId) });
  });

  let stopping = false;
  await app.register(requestLogPlugin);
  await app.register(headersPlugin);
  await app.register(localePlugin);
  await app.register(errorsPlugin);
  await app.register(jsonBodyPlugin);
  await app.register(corsPlugin, { deployment });
  await app.register(sessionPlugin, { findSession: sessionOf });
  await app.register(openapiPlugin, { brand: env.brand });
  await app.register(healthRoutes, { db, redis, isStopping: () => stopping });

  const config = configScript(env);
  app.get("/config.js", { schema: { hide: true } }, (request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(config),
  );

  await app.register(captchaRoutes, { prefix: "/api", captchas, limits });
  await app.register(languagesRoutes, { prefix: "/api", db });
  await app.register(logoutRoutes, {
    prefix: "/api",
    db,
    endSession: (sessionId) => {
      realtime.endSession(sessionId);
    },
  });
  const localised = "/api/:locale";
  await app.register(settingsRoutes, { prefix: localised, db });
  await app.register(authRoutes, {
    prefix: localised,
    db,
    auth,
    limits,
    accountDomain: env.accountDomains[0],
    checkCaptcha: (key, answer) => captchas.check(key, answer),
  });
  await app.register(friendsRoutes, { prefix: localised, db, friendships, limits });
  await app.register(peopleRoutes, {
    prefix: localised,
    db,
    statusesOf: (userId, otherIds) => friendshipStatuses(db, userId, otherIds),
  });
  await app.register(profileRoutes, {
    prefix: localised,
    db,
    friendsOf: (userId) => countFriends(db, userId),
    statusOf: (userId, otherId) => friendshipStatus(db, userId, otherId),
  });
  await app.register(messengerRoutes, { prefix: "/messenger", db, messenger, limits });
  if (env.hasMailbox) await app.register(mailboxRoutes, { db });

  realtime.attach(app.server);
  app.addHook("preClose", async () => {
    stopping = true;
    // Sockets lose their transport and come back by themselves; a disconnect in words would be final to a client.
    realtime.io.engine.close();
    await realtime.io.of("/").adapter.close();
  });
  await app.ready();
  return app;
}

const noPages: RequestHandler = (_request, response: ServerResponse) => {
  response.writeHead(404).end();
};
