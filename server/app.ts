import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyPluginAsync } from "fastify";
import { type Deployment, surfaceOf, surfaceOrigins } from "#lib/site/surfaces.ts";
import { exportRoutes } from "#server/account/export-routes.ts";
import { accountRoutes } from "#server/account/routes.ts";
import { announcementPlugin } from "#server/announcements/repository.ts";
import { authRoutes, logoutRoutes } from "#server/auth/routes.ts";
import { blocksRoutes } from "#server/blocks/routes.ts";
import { isCaptchaExpired } from "#server/captcha/captcha.ts";
import { captchaRoutes } from "#server/captcha/routes.ts";
import { categoriesRoutes } from "#server/categories/routes.ts";
import { classesRoutes } from "#server/classes/routes.ts";
import { configScript } from "#server/compose/config-script.ts";
import { earlyAnswersRoutes } from "#server/compose/early-answers.ts";
import { createDeps, type Deps } from "#server/compose/deps.ts";
import { openPublications } from "#server/compose/publications.ts";
import { registerRecurring } from "#server/compose/recurring-work.ts";
import type { DepsOptions } from "#server/compose/shared-deps.ts";
import { calendarRoutes } from "#server/events/calendar-routes.ts";
import { findEventRights, nextEvent } from "#server/events/read-events.ts";
import { eventsRoutes } from "#server/events/routes.ts";
import { filesRoutes } from "#server/files/routes.ts";
import { friendsRoutes } from "#server/friends/routes.ts";
import { homeRoutes } from "#server/home/routes.ts";
import { limitSenders } from "#server/http/body-timeout.ts";
import { crossSitePlugin } from "#server/http/cross-site.ts";
import type { RequestHandler } from "#server/http/dispatch.ts";
import { createFastify } from "#server/http/fastify.ts";
import { createAskReadiness, healthRoutes } from "#server/http/health.ts";
import { createStopping, type Stopping } from "#server/http/stopping.ts";
import { imagesRoutes } from "#server/images/routes.ts";
import { institutionsRoutes } from "#server/institutions/routes.ts";
import { invitationPictureRoutes } from "#server/invitations/picture/routes.ts";
import { invitationsRoutes } from "#server/invitations/routes.ts";
import { periodRoutes } from "#server/periods/routes.ts";
import { traceRequestsPlugin } from "#server/telemetry/trace-requests.ts";
import { isTracing } from "#server/telemetry/tracing.ts";
import { languagesRoutes } from "#server/languages/routes.ts";
import { mailboxRoutes } from "#server/mail/mailbox.ts";
import { attachmentRoutes, mediaRoutes } from "#server/media/routes.ts";
import { classChatRoutes } from "#server/messenger/class-chats/routes.ts";
import { messengerPlugin } from "#server/messenger/routes.ts";
import { paramsRoutes } from "#server/params/routes.ts";
import { peoplePlugin } from "#server/people/routes.ts";
import { errorsPlugin } from "#server/plugins/errors.ts";
import {
  compressionPlugin,
  headersPlugin,
  requestLogPlugin,
} from "#server/plugins/every-answer.ts";
import { jsonBodyPlugin } from "#server/plugins/json-body.ts";
import { lanesPlugin } from "#server/plugins/lanes.ts";
import { memberLimitsPlugin } from "#server/plugins/limits.ts";
import { localePlugin } from "#server/plugins/locale.ts";
import { openapiPlugin } from "#server/plugins/openapi.ts";
import { sessionPlugin } from "#server/plugins/session.ts";
import { untrustedProxyPlugin } from "#server/plugins/untrusted-proxy.ts";
import { privacyRoutes } from "#server/privacy/routes.ts";
import { profileRoutes } from "#server/profile/routes.ts";
import { pushRoutes } from "#server/push/routes.ts";
import { pwaRoutes } from "#server/pwa/routes.ts";
import { recoveryPlugin } from "#server/recovery/routes.ts";
import { findOrMakeSchool, isOrdinarySchool } from "#server/reference/make-school.ts";
import { reportsRoutes } from "#server/reports/routes.ts";
import { registrationPlugin } from "#server/settings/registration.ts";
import { settingsRoutes } from "#server/settings/routes.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Turns the readiness probe red, hands the sockets over to other nodes and resolves after `withinMs`. */
    drain: (withinMs: number) => Promise<void>;
  }
}

export interface AppOptions extends DepsOptions {
  /** Serves the pages; without it (route tests) they are not found. */
  pages?: RequestHandler;
}

/** Composes the back end: every feature receives here what it needs of another, so that none imports another. */
export async function buildApp({ pages, ...options }: AppOptions) {
  const { env, log } = options;
  const stopping = createStopping();
  const metrics = env.metrics
    ? (await import("#server/compose/metrics.ts")).createMetrics()
    : undefined;
  const watched = pages && metrics ? metrics.requests.watchPages(pages) : pages;
  const app = createFastify({ env, log, pages: watched, stopping });
  const deps = await createDeps(app, options);
  const { db, uploads, notices } = deps;

  app.addHook("onClose", async () => {
    uploads.close();
    await notices.close();
    await deps.closeReplicas();
  });
  if (metrics) await app.register(metrics.requests.plugin);
  await registerShared(app, deps);
  const askReadiness = createAskReadiness({
    ...deps,
    ask: deps.database.ask,
    isStopping: stopping.isStopping,
  });
  await app.register(healthRoutes, { askReadiness });

  await app.register(announcementPlugin, { db });
  await app.register(registrationPlugin, { db });
  app.get("/config.js", { schema: { hide: true } }, (request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(
        configScript(env, {
          surface: surfaceOf(request.headers.host, env.deployment.rootDomain),
          announcement: app.currentAnnouncement(),
          registrationClosed: app.registrationIsClosed(),
        }),
      ),
  );

  await app.register(pwaRoutes, { env });
  await app.register(invitationPictureRoutes, deps);
  await app.register(apiRoutes(deps), { prefix: "/api" });
  await app.register(filesRoutes, deps);
  await registerRecurring(app, deps);
  await app.register(
    async (messenger) => {
      await messenger.register(attachmentRoutes, deps);
      await messenger.register(messengerPlugin, deps);
    },
    { prefix: "/messenger" },
  );
  if (env.hasMailbox) await app.register(mailboxRoutes, deps);

  attachRealtime(app, deps, stopping);
  limitSenders(app.server);
  if (metrics && env.metrics) {
    const sources = { ...deps, stopping, askReadiness, env };
    const served = await metrics.serve(env.metrics, sources);
    app.addHook("onClose", () => served.close());
  }
  await app.ready();
  await openPublications(deps);
  return app;
}

/** What all routes share. */
async function registerShared(app: ReturnType<typeof createFastify>, deps: Deps): Promise<void> {
  const { env } = deps;
  if (isTracing()) await app.register(traceRequestsPlugin);
  await app.register(requestLogPlugin);
  await app.register(untrustedProxyPlugin, env);
  await app.register(headersPlugin);
  await app.register(compressionPlugin);
  // Before all that may refuse, so that our pages can read the refusal.
  await app.register(cors, corsOptions(env.deployment));
  await app.register(localePlugin);
  await app.register(errorsPlugin);
  await app.register(crossSitePlugin);
  await app.register(jsonBodyPlugin);
  await app.register(sessionPlugin, deps.sessions);
  await app.register(lanesPlugin, { scale: env.rateLimitScale });
  await app.register(memberLimitsPlugin, deps);
  await app.register(openapiPlugin, { brand: env.brand });
}

/** The sockets of the server, and how they end with it. */
function attachRealtime(
  app: ReturnType<typeof createFastify>,
  { realtime }: Pick<Deps, "realtime">,
  stopping: Stopping,
): void {
  realtime.attach(app.server);
  app.addHook("preClose", async () => {
    const { ended } = await stopping.close(app.server);
    // Sockets lose their transport and come back by themselves; a disconnect in words would be final to a client.
    realtime.io.engine.close();
    await ended;
  });
  app.addHook("onClose", async () => {
    await realtime.io.of("/").adapter.close();
  });
  app.decorate("drain", async (withinMs: number) => {
    stopping.drain();
    await realtime.handOver(withinMs);
  });
}

const apiRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (api) => {
    // Runs before the answer is sent, so that the member's next request sees their own writes (D-REPLICA).
    api.addHook("onSend", async ({ method, sessionMember }) => {
      if (sessionMember && method !== "GET") deps.wrote([sessionMember.id]);
    });
    await api.register(languagesRoutes, deps);
    await api.register(
      async (localised) => {
        await localised.register(earlyAnswersRoutes, deps);
        await localised.register(settingsRoutes, deps);
        await localised.register(categoriesRoutes, deps);
        const schools = { isOrdinarySchool, findOrMakeSchool };
        await localised.register(institutionsRoutes, { ...deps, schools });
        await localised.register(classesRoutes, {
          ...deps,
          findClassChats: (...asked) => deps.classChats.findClassChats(...asked),
          nextEvent: (reader, objectId, key) => nextEvent(deps, reader, { objectId, key }),
          eventRights: (id, objectId, key) => findEventRights(deps.db, id, { objectId, key }),
        });
        await localised.register(classChatRoutes, deps);
        await localised.register(eventsRoutes, deps);
        await localised.register(calendarRoutes, deps);
        await localised.register(friendsRoutes, deps);
        await localised.register(blocksRoutes, deps);
        await localised.register(reportsRoutes, deps);
        await localised.register(invitationsRoutes, deps);
        await localised.register(peoplePlugin, deps);
        await localised.register(homeRoutes(deps.home));
        await localised.register(profileRoutes, deps);
        await localised.register(periodRoutes, deps);
        await localised.register(imagesRoutes, deps);
        await localised.register(mediaRoutes, deps);
        const prefix = "/profile/setting";
        await localised.register(privacyRoutes, { ...deps, prefix });
        await localised.register(paramsRoutes, { ...deps, prefix: `${prefix}/params` });
      },
      { prefix: "/:locale" },
    );
    await api.register(accountFeatures(deps));
  };

/** The features of an account, from sign-up to purge. */
const accountFeatures =
  (deps: Deps): FastifyPluginAsync =>
  async (api) => {
    api.addHook("onSend", async (request, reply) => {
      if (
        reply.statusCode === 422 &&
        answersCaptcha(request.body) &&
        !isCaptchaExpired(request.failure)
      )
        await deps.limits.note("challengeFailure", request.ip);
    });
    await api.register(captchaRoutes, deps);
    await api.register(logoutRoutes, deps);
    await api.register(authRoutes, { ...deps, prefix: "/:locale" });
    await api.register(recoveryPlugin, { ...deps, prefix: "/:locale" });
    const prefix = "/:locale/profile/setting";
    await api.register(pushRoutes, { ...deps, prefix });
    await api.register(
      async (own) => {
        // A request without a body is answered with the missing fields.
        own.addHook("preValidation", async (request) => {
          request.body ??= {};
        });
        await own.register(accountRoutes, deps);
        await own.register(exportRoutes, deps);
      },
      { prefix },
    );
  };

/**
 * Whether a form with a captcha was submitted. Whatever was wrong in it, the next try from its network costs more; only
 * where the captcha has expired, nothing else of the form was looked at.
 */
const answersCaptcha = (body: unknown) =>
  typeof body === "object" && body !== null && "captcha" in body && "key" in body;

/** Lets the pages of the surfaces, by their exact origins, call the API on its own hosts. */
const corsOptions = (deployment: Deployment): FastifyCorsOptions => ({
  origin: surfaceOrigins(deployment),
  methods: ["GET", "POST", "PUT", "DELETE"],
  allowedHeaders: ["authorization", "content-type", "accept-language"],
  exposedHeaders: ["retry-after", "x-request-id"],
  maxAge: 600,
  strictPreflight: false,
});
