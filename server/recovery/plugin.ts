import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Env } from "#server/env.ts";
import type { JobQueue, Jobs } from "#server/infra/job-queue.ts";
import { createCodeDelivery } from "#server/recovery/code-delivery.ts";
import { phoneRecoveryRoutes } from "#server/recovery/phone-routes.ts";
import { recoveryRoutes } from "#server/recovery/routes.ts";
import { createRecovery, type RecoveryOptions } from "#server/recovery/service.ts";

interface Options extends RecoveryOptions {
  env: Env;
  jobs: JobQueue;
  texts: Jobs<{ to: string; text: string }>;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

/** Password recovery, registered under /api/:locale: its six calls and the worker that sends the codes. */
export const recoveryPlugin: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { env, checkCaptcha } = options;
  const recovery = createRecovery(options);
  const codes = await createCodeDelivery({ ...options, brand: env.brand, log: app.log });
  const calls = { recovery, codes, checkCaptcha };
  await app.register(recoveryRoutes, { ...calls, accountDomains: env.accountDomains });
  await app.register(phoneRecoveryRoutes, calls);
};
