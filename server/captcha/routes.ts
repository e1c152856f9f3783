import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { captcha, captchaWork } from "#lib/captcha/schema.ts";
import type { CaptchaService } from "#server/captcha/captcha.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface Options {
  captchas: CaptchaService;
  limits: Limits;
}

export const captchaRoutes: FastifyPluginAsyncZod<Options> = async (app, { captchas, limits }) => {
  app.get(
    "/captcha/flat",
    { schema: { tags: ["captcha"], response: { 200: captcha } } },
    async (request) => {
      await limits.consume("captcha", request.ip);
      return captchas.create();
    },
  );

  app.get(
    "/captcha/work",
    { schema: { tags: ["captcha"], response: { 200: captchaWork } } },
    async (request) => {
      await limits.consume("captcha", request.ip);
      return captchas.createWork(await limits.timesOver("challengeFailure", request.ip));
    },
  );
};
