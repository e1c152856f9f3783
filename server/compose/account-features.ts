import type { FastifyPluginAsync } from "fastify";
import { surfaceOrigins } from "#lib/site/surfaces.ts";
import { exportRoutes } from "#server/account/export-routes.ts";
import { createRecoveryPhone, type RecoveryPhoneOptions } from "#server/account/recovery-phone.ts";
import { accountRoutes } from "#server/account/routes.ts";
import { type AccountServiceOptions, createAccountService } from "#server/account/service.ts";
import { authRoutes, logoutRoutes } from "#server/auth/routes.ts";
import { createAuthService } from "#server/auth/service.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { CheckCaptcha, createCaptchaService } from "#server/captcha/captcha.ts";
import { captchaRoutes } from "#server/captcha/routes.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import type { ExportPart } from "#server/infra/export-file.ts";
import { createPersonCheck } from "#server/infra/name-of-service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { pushRoutes } from "#server/push/routes.ts";
import type { VapidKeys } from "#server/push/vapid.ts";
import { recoveryPlugin } from "#server/recovery/routes.ts";
import type { Services } from "#server/services.ts";

interface Options extends Pick<Services, "jobs" | "outbox" | "texts"> {
  db: Db;
  env: Env;
  limits: Limits;
  fileUrl: FileUrl;
  sessions: Sessions;
  captchas: ReturnType<typeof createCaptchaService>;
  findVapidKeys: () => Promise<VapidKeys>;
  endSession: (sessionId: string) => void;
  onHidden: (userId: number) => Promise<void>;
  /** What other features add to a member's archive. */
  exports: ExportPart[];
}

/** Registered under /api: composes what an account is made of, from signing up to what is left after its deletion. */
export const accountFeatures: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, env, jobs, outbox, texts, limits, captchas, endSession } = options;
  const checkCaptcha: CheckCaptcha = (key, answer) => captchas.check(key, answer);
  const auth = createAuthService({
    ...{ db, env, outbox, limits, endSession },
    fileUrl: options.fileUrl,
    log: app.log,
  });
  const prefix = "/:locale";
  const settings = `${prefix}/profile/setting`;

  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode === 422 && answersCaptcha(request.body))
      await limits.note("challengeFailure", request.ip);
  });
  await app.register(captchaRoutes, { captchas, limits });
  const origins = surfaceOrigins(env.deployment);
  await app.register(logoutRoutes, { db, origins, endSession });
  await app.register(authRoutes, {
    prefix,
    auth,
    sessions: options.sessions,
    limits,
    accountDomain: env.accountDomains[0],
    deployment: env.deployment,
    checkCaptcha,
  });
  await app.register(recoveryPlugin, {
    prefix,
    db,
    env,
    jobs,
    outbox,
    texts,
    limits,
    checkCaptcha,
    checkNewPassword: auth.checkNewPassword,
    endSession,
  });
  await app.register(ownAccountRoutes, {
    prefix: settings,
    db,
    env,
    outbox,
    texts,
    auth,
    limits,
    endSession,
    onHidden: options.onHidden,
    exports: options.exports,
  });
  await app.register(pushRoutes, {
    prefix: settings,
    db,
    rootDomain: env.deployment.rootDomain,
    findKeys: options.findVapidKeys,
    limits,
  });
};

/** Whether a form with a captcha was tried. Whatever was wrong in it, the next try from its network costs more. */
const answersCaptcha = (body: unknown) =>
  typeof body === "object" && body !== null && "captcha" in body && "key" in body;

interface OwnAccountOptions extends AccountServiceOptions, RecoveryPhoneOptions {
  auth: AccountServiceOptions["auth"];
  exports: ExportPart[];
}

/** A member's own account: settings, password, sessions, archive, deletion. */
const ownAccountRoutes: FastifyPluginAsync<OwnAccountOptions> = async (app, options) => {
  const { db, limits, auth, endSession, exports } = options;
  // A request without a body is answered by which field is missing.
  app.addHook("preValidation", async (request) => {
    request.body ??= {};
  });
  const accounts = createAccountService(options);
  const recoveryPhone = createRecoveryPhone(options);
  await app.register(accountRoutes, {
    ...{ db, limits, accounts, recoveryPhone, auth, endSession },
    checkName: createPersonCheck(options.env.brand),
  });
  await app.register(exportRoutes, { db, limits, auth, exports });
};
