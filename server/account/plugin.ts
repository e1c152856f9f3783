import type { FastifyPluginAsync } from "fastify";
import { exportAccount } from "#server/account/export.ts";
import { exportRoutes } from "#server/account/export-routes.ts";
import { createRecoveryPhone, type RecoveryPhoneOptions } from "#server/account/recovery-phone.ts";
import { accountRoutes } from "#server/account/routes.ts";
import { type AccountServiceOptions, createAccountService } from "#server/account/service.ts";
import type { ExportPart } from "#server/infra/export-file.ts";
import { createPersonCheck } from "#server/infra/name-of-service.ts";

interface Options extends AccountServiceOptions, RecoveryPhoneOptions {
  auth: AccountServiceOptions["auth"];
  /** What other features add to a member's archive. */
  exports: ExportPart[];
}

/** The own account, registered under /api/:locale/profile/setting: settings, password, sessions, archive, deletion. */
export const accountPlugin: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, limits, auth, endSession, exports } = options;
  // Where nothing is sent it is a field that is missing, and said so.
  app.addHook("preValidation", async (request) => {
    request.body ??= {};
  });
  const accounts = createAccountService(options);
  const recoveryPhone = createRecoveryPhone(options);
  await app.register(accountRoutes, {
    ...{ db, limits, accounts, recoveryPhone, auth, endSession },
    checkName: createPersonCheck(options.env.brand),
  });
  await app.register(exportRoutes, { limits, auth, parts: [exportAccount(db), ...exports] });
};
