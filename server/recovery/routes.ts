import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import { passwordResetInput, recoveryCodeInput, recoveryInput } from "#lib/recovery/schema.ts";
import { clientOf } from "#server/auth/client.ts";
import type { CodeDelivery } from "#server/recovery/code-delivery.ts";
import type { RecoveryService } from "#server/recovery/service.ts";

export interface RecoveryRoutesOptions {
  recovery: RecoveryService;
  codes: CodeDelivery;
  accountDomains: readonly string[];
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

/** Password recovery by mail, registered under /api/:locale (specification §2, §7). */
export const recoveryRoutes: FastifyPluginAsyncZod<RecoveryRoutesOptions> = async (
  app,
  { recovery, codes, accountDomains, checkCaptcha },
) => {
  const answers = { tags: ["recovery"], response: { 200: messageBody } };

  app.post(
    "/password/email",
    { schema: { ...answers, body: recoveryInput(accountDomains) } },
    async (request) => {
      const { email, captcha, key } = request.body;
      await checkCaptcha(key, captcha);
      await codes.ask({ by: "mail", email }, clientOf(request));
      return { message: request.translate("Answers.recoveryMailed") };
    },
  );

  app.post(
    "/password/code/check",
    { schema: { ...answers, body: recoveryCodeInput } },
    async (request) => {
      await recovery.checkMailCode(request.body.code, clientOf(request));
      return { message: request.translate("Answers.codeRight") };
    },
  );

  app.post(
    "/password/reset",
    { schema: { ...answers, body: passwordResetInput } },
    async (request) => {
      const { code, password } = request.body;
      await recovery.resetByMail(code, password, clientOf(request));
      return { message: request.translate("Answers.passwordReset") };
    },
  );
};
