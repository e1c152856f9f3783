import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { captcha, captchaWork } from "#lib/captcha/schema.ts";
import { deviceMarkOf, findKnownDevice } from "#server/auth/known-devices.ts";
import type { CaptchaService } from "#server/captcha/captcha.ts";
import type { Db } from "#server/db/database.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Options {
  captchas: CaptchaService;
  db: Db;
  limits: Limits;
}

export const captchaRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { captchas, db, limits },
) => {
  /** A device that has signed in before is counted by itself, whatever others on its network ask for (SEC-A9). */
  const count = async (request: FastifyRequest) => {
    const device = await findKnownDevice(db, deviceMarkOf(request), null);
    await limits.consume("captcha", device ?? request.ip);
  };

  app.get(
    "/captcha/flat",
    { schema: { tags: ["captcha"], response: { 200: captcha } } },
    async (request) => {
      await count(request);
      return captchas.create();
    },
  );

  app.get(
    "/captcha/work",
    { schema: { tags: ["captcha"], response: { 200: captchaWork } } },
    async (request) => {
      await count(request);
      return captchas.createWork(await limits.timesOver("challengeFailure", request.ip));
    },
  );
};
