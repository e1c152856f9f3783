import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import { phoneCodeInput, phoneRecoveryInput, phoneResetInput } from "#lib/recovery/schema.ts";
import { clientOf } from "#server/auth/client.ts";
import { formBody } from "#server/recovery/form-body.ts";
import type { RecoveryRoutesOptions } from "#server/recovery/routes.ts";

/** Password recovery by telephone, registered under /api/:locale: forms (multipart) and JSON alike (specification §7). */
export const phoneRecoveryRoutes: FastifyPluginAsyncZod<
  Omit<RecoveryRoutesOptions, "accountDomains">
> = async (app, { recovery, codes, checkCaptcha }) => {
  await app.register(formBody);
  const answers = {
    tags: ["recovery"],
    consumes: ["multipart/form-data", "application/json"],
    response: { 200: messageBody },
  };

  app.post(
    "/password/phone",
    { schema: { ...answers, body: phoneRecoveryInput } },
    async (request) => {
      const { phone, captcha, key } = request.body;
      await checkCaptcha(key, captcha);
      await codes.ask({ by: "phone", phone }, clientOf(request));
      return { message: request.translate("Answers.recoveryTexted") };
    },
  );

  app.post(
    "/password/code/check/otp",
    { schema: { ...answers, body: phoneCodeInput } },
    async (request) => {
      const { phone, code } = request.body;
      await recovery.checkPhoneCode(phone, code, clientOf(request));
      return { message: request.translate("Answers.codeRight") };
    },
  );

  app.post(
    "/password/reset/otp",
    { schema: { ...answers, body: phoneResetInput } },
    async (request) => {
      await recovery.resetByPhone(request.body, clientOf(request));
      return { message: request.translate("Answers.passwordReset") };
    },
  );
};
