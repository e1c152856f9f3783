import type { FastifyPluginAsync } from "fastify";
import { exportAccount } from "#server/account/export.ts";
import { exportRoutes } from "#server/account/export-routes.ts";
import { accountRoutes } from "#server/account/routes.ts";
import { type AccountServiceOptions, createAccountService } from "#server/account/service.ts";
import type { ExportPart } from "#server/export-file.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Options extends AccountServiceOptions {
  limits: Limits;
  /** What other features add to a member's archive. */
  exports: ExportPart[];
}

/** The own account, registered under /api/:locale/profile/setting: settings, password, sessions, archive, deletion. */
export const accountPlugin: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, limits, endSession, exports } = options;
  const accounts = createAccountService(options);
  await app.register(accountRoutes, { db, limits, accounts, endSession });
  await app.register(exportRoutes, { limits, parts: [exportAccount(db), ...exports] });
};
