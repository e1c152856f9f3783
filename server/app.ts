import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { Logger } from "pino";
import { tokenCookie } from "#lib/browser/cookie-names.ts";
import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import { type Deployment, surfaceOrigins } from "#lib/site/surfaces.ts";
import { purgePlugin } from "#server/account/purge.ts";
import { createPersons } from "#server/auth/person.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { blocksRoutes } from "#server/blocks/routes.ts";
import { createCaptchaStore } from "#server/captcha/captcha-store.ts";
import { createCaptchaService } from "#server/captcha/captcha.ts";
import { categoriesRoutes } from "#server/categories/routes.ts";
import { accountFeatures } from "#server/compose/account-features.ts";
import { fileFeatures } from "#server/compose/file-features.ts";
import { createLiveFeatures } from "#server/compose/live-features.ts";
import { exportParts, forgetMember } from "#server/compose/personal-data.ts";
import { profileFeatures } from "#server/compose/profile-features.ts";
import type { Env } from "#server/env.ts";
import { friendshipStatusOf, friendshipStatuses } from "#server/friends/repository.ts";
import { friendsRoutes } from "#server/friends/routes.ts";
import { openAddressSigning } from "#server/http/address-signing.ts";
import { limitSenders } from "#server/http/body-timeout.ts";
import type { RequestHandler } from "#server/http/dispatch.ts";
import {
  createFastify,
  headersPlugin,
  jsonBodyPlugin,
  requestLogPlugin,
} from "#server/http/fastify.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { healthRoutes } from "#server/http/health.ts";
import { createTitleCheck } from "#server/infra/name-of-service.ts";
import { institutionsRoutes } from "#server/institutions/routes.ts";
import { languagesRoutes } from "#server/languages/routes.ts";
import { mailboxRoutes } from "#server/mail/mailbox.ts";
import { attachmentRoutes } from "#server/media/routes.ts";
import { messengerPlugin } from "#server/messenger/routes.ts";
import { peoplePlugin } from "#server/people/routes.ts";
import { findTies } from "#server/people/ties.ts";
import { errorsPlugin } from "#server/plugins/errors.ts";
import { lanesPlugin } from "#server/plugins/lanes.ts";
import { createLimits } from "#server/plugins/limits.ts";
import { localePlugin } from "#server/plugins/locale.ts";
import { openapiPlugin } from "#server/plugins/openapi.ts";
import { sessionPlugin } from "#server/plugins/session.ts";
import { presencePlugin, type PresenceTimes } from "#server/presence/presence.ts";
import { viewSweepPlugin } from "#server/profile/views.ts";
import { createSendPush } from "#server/push/send-push.ts";
import { createVapidKeys } from "#server/push/vapid.ts";
import { pwaRoutes } from "#server/pwa/routes.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import { reportsRoutes } from "#server/reports/routes.ts";
import type { Services } from "#server/services.ts";
import { settingsRoutes } from "#server/settings/routes.ts";
import { openUploads } from "#server/uploads/uploads.ts";

export interface AppOptions extends Omit<Services, "close"> {
  env: Env;
  log: Logger;
  /** Serves the pages; without it (route tests) they are not found. */
  pages?: RequestHandler;
  /** Shorter ones, for tests. */
  presenceTimes?: PresenceTimes;
  noticeSettleMs?: number;
}

/** Composes the back end: every feature gets here what it needs of another, and none imports it. */
export async function buildApp({
  env,
  log,
  pages,
  presenceTimes,
  noticeSettleMs,
  ...services
}: AppOptions) {
  const { database, redis, jobs, outbox, texts, storage } = services;
  const { deployment } = env;
  const { db } = database;
  const app = createFastify({ env, log, pages });

  const signing = await openAddressSigning(db);
  const fileUrl = fileUrlsOn(env.mediaUrl, signing);
  const persons = createPersons(db, fileUrl);
  const sessions = createSessions(database, fileUrl, log);
  const uploads = await openUploads(env.varDir);
  const limits = createLimits(redis?.commands ?? null, env.rateLimitScale);
  const captchas = createCaptchaService(
    createCaptchaStore(redis?.commands ?? null),
    env.captchaTestAnswer,
  );
  const realtime = createRealtime({
    ...{ deployment, redis, log },
    limitScale: env.rateLimitScale,
    trustedProxies: env.trustedProxies,
    findSession: sessions.find,
  });
  const findVapidKeys = createVapidKeys(db);
  const { blocks, friendships, messaging, presence, notices } = await createLiveFeatures({
    database,
    persons,
    fileUrl,
    realtime,
    log,
    presenceTimes,
    noticeSettleMs,
    jobs,
    sweepFilesSoon: () => {
      app.sweepFilesSoon();
    },
    sweepGroupsSoon: () => {
      app.sweepGroupsSoon();
    },
    checkGroupTitle: createTitleCheck(env.brand),
    groupFiles: { storage, uploads },
    sendPush: createSendPush(findVapidKeys, `mailto:postmaster@${deployment.rootDomain}`),
  });

  let stopping = false;
  app.addHook("onClose", () => {
    uploads.close();
    return notices.close();
  });
  await app.register(requestLogPlugin);
  await app.register(headersPlugin);
  await app.register(localePlugin);
  await app.register(errorsPlugin);
  await app.register(jsonBodyPlugin);
  await app.register(cors, corsOptions(deployment));
  await app.register(sessionPlugin, sessions);
  await app.register(lanesPlugin, { scale: env.rateLimitScale });
  await app.register(openapiPlugin, { brand: env.brand });
  await app.register(healthRoutes, { db, redis, isStopping: () => stopping });

  const config = configScript(env);
  app.get("/config.js", { schema: { hide: true } }, (request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(config),
  );

  await app.register(pwaRoutes, { env });
  await app.register(languagesRoutes, { prefix: "/api", db });
  const localised = "/api/:locale";
  const tiesOf = (reader: { id: number; locale: string }, ids: number[]) =>
    findTies(db, persons, reader, ids);
  await app.register(settingsRoutes, { prefix: localised, db });
  await app.register(categoriesRoutes, { prefix: localised, db });
  await app.register(institutionsRoutes, { prefix: localised, db });
  await app.register(friendsRoutes, {
    prefix: localised,
    ...{ db, persons, friendships, tiesOf, limits },
  });
  await app.register(blocksRoutes, { prefix: localised, db, persons, blocks, limits });
  await app.register(reportsRoutes, { prefix: localised, db, limits });
  await app.register(peoplePlugin, {
    prefix: localised,
    db,
    persons,
    limits,
    statusesOf: (userId, otherIds) => friendshipStatuses(db, userId, otherIds),
  });
  await app.register(profileFeatures, {
    prefix: localised,
    db,
    env,
    persons,
    storage,
    uploads,
    fileUrl,
    limits,
    statusOf: (userId, otherId) => friendshipStatusOf(db, userId, otherId),
    tiesOf,
    aroundLastSeen: presence.around,
  });
  await app.register(accountFeatures, {
    prefix: "/api",
    db,
    env,
    jobs,
    outbox,
    texts,
    limits,
    fileUrl,
    sessions,
    captchas,
    findVapidKeys,
    endSession: (sessionId) => {
      sessions.forget(sessionId);
      realtime.endSession(sessionId);
    },
    onHidden: async (userId) => {
      await messaging.groups.passOn(userId);
      await friendships.publishCountersOf(userId);
    },
    exports: exportParts(messaging, storage),
  });
  await app.register(purgePlugin, { db, forget: forgetMember });
  await app.register(fileFeatures, { db, storage, signing, mediaUrl: env.mediaUrl });
  await app.register(viewSweepPlugin, { db });
  await app.register(presencePlugin, { presence, beatMs: presenceTimes?.beatMs });
  await app.register(attachmentRoutes, {
    prefix: "/messenger",
    ...{ db, storage, uploads, fileUrl, limits },
    quotaBytes: env.mediaQuotaBytes,
  });
  await app.register(messengerPlugin, { prefix: "/messenger", ...messaging, uploads, limits });
  if (env.hasMailbox) await app.register(mailboxRoutes, { db });

  realtime.attach(app.server);
  limitSenders(app.server);
  app.addHook("preClose", async () => {
    stopping = true;
    // Sockets lose their transport and come back by themselves; a disconnect in words would be final to a client.
    realtime.io.engine.close();
    await realtime.io.of("/").adapter.close();
  });
  await app.ready();
  return app;
}

/** Lets the pages of the surfaces, by their exact origins, call the API on its own hosts. */
const corsOptions = (deployment: Deployment): FastifyCorsOptions => ({
  origin: surfaceOrigins(deployment),
  methods: ["GET", "POST", "PUT", "DELETE"],
  allowedHeaders: ["authorization", "content-type", "accept-language"],
  exposedHeaders: ["retry-after", "x-request-id"],
  maxAge: 600,
  strictPreflight: false,
});

/**
 * `/config.js`: what the browser learns at run time. It also sets the colour scheme the person chose (cookie
 * `color_scheme`, shared by the subdomains) before anything is painted, and marks a browser without a session.
 */
function configScript({ deployment, accountDomains, brand }: Env): string {
  const config: RuntimeConfig = { ...deployment, accountDomains, brand };
  return `window.${runtimeConfigGlobal}=${JSON.stringify(config)};
(function(){var c=document.cookie,d=document.documentElement,m=/(?:^|; )color_scheme=(light|dark)/.exec(c);
d.setAttribute("data-mantine-color-scheme",m?m[1]:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");
if(!/(?:^|; )${tokenCookie}=/.test(c))d.setAttribute("data-visitor","")})();
`;
}
