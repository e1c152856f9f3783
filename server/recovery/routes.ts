import { isUtf8 } from "node:buffer";
import type { FastifyBaseLogger, RouteShorthandOptions } from "fastify";
import fp from "fastify-plugin";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import {
  passwordResetInput,
  phoneCodeInput,
  phoneRecoveryInput,
  phoneResetInput,
  recoveryCodeInput,
  recoveryInput,
} from "#lib/recovery/schema.ts";
import { clientOf } from "#server/auth/client.ts";
import { holdPasswordPlace } from "#server/auth/passwords/password.ts";
import { comparingPasswords } from "#server/auth/passwords/new-password.ts";
import type { Env } from "#server/env.ts";
import { Failure } from "#server/http/failure.ts";
import type { JobQueue, Jobs } from "#server/infra/jobs/job-queue.ts";
import { type CodeDelivery, createCodeDelivery } from "#server/recovery/code-delivery.ts";
import {
  createRecovery,
  type RecoveryOptions,
  type RecoveryService,
} from "#server/recovery/service.ts";

interface Options extends RecoveryOptions {
  env: Env;
  log: FastifyBaseLogger;
  jobs: JobQueue;
  texts: Jobs<{ to: string; text: string; expires_at?: string }> | null;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

/** Password recovery, registered under /api/:locale: its six calls and the worker that sends the codes. */
export const recoveryPlugin: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { env, checkCaptcha } = options;
  const recovery = createRecovery(options);
  const codes = await createCodeDelivery(options);
  const preHandler = holdPasswordPlace(env.rateLimitScale);
  const comparing: Comparing = { config: { lane: "passwords" }, preHandler };
  const calls = { recovery, codes, checkCaptcha, comparing };
  await app.register(mailRecoveryRoutes, { ...calls, accountDomains: env.accountDomains });
  await app.register(phoneRecoveryRoutes, calls);
};

type Comparing = Pick<RouteShorthandOptions, "config" | "preHandler">;

interface CallsOptions {
  /** For routes that compare or make a password. */
  comparing: Comparing;
  recovery: RecoveryService;
  codes: CodeDelivery;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

/** Password recovery by mail (S-RECOVERY). */
const mailRecoveryRoutes: FastifyPluginAsyncZod<
  CallsOptions & { accountDomains: readonly string[] }
> = async (app, { recovery, codes, accountDomains, checkCaptcha, comparing }) => {
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
    { ...comparing, schema: { ...answers, body: comparingPasswords(passwordResetInput) } },
    async (request) => {
      const { code, password } = request.body;
      await recovery.resetByMail(code, password, clientOf(request));
      return { message: request.translate("Answers.passwordReset") };
    },
  );
};

/** Password recovery by telephone: forms (multipart) and JSON alike (S-RECOVERY). */
const phoneRecoveryRoutes: FastifyPluginAsyncZod<CallsOptions> = async (
  app,
  { recovery, codes, checkCaptcha, comparing },
) => {
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
    { ...comparing, schema: { ...answers, body: phoneCodeInput } },
    async (request) => {
      const { phone, code } = request.body;
      await recovery.checkPhoneCode(phone, code, clientOf(request));
      return { message: request.translate("Answers.codeRight") };
    },
  );

  app.post(
    "/password/reset/otp",
    { ...comparing, schema: { ...answers, body: comparingPasswords(phoneResetInput) } },
    async (request) => {
      await recovery.resetByPhone(request.body, clientOf(request));
      return { message: request.translate("Answers.passwordReset") };
    },
  );
};

const formBytesMax = 16 * 1024;

/**
 * Parses small multipart forms into objects of their fields; the schemas refuse a file among them, because it is no
 * text.
 */
const formBody = fp((app) => {
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: formBytesMax },
    async (request: { headers: { "content-type"?: string } }, body: Buffer) => {
      // formData would replace the bytes that are no character.
      if (!isUtf8(body)) throw new Failure("malformed");
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      try {
        return Object.fromEntries(await new Response(new Uint8Array(body), { headers }).formData());
      } catch (error) {
        throw new Failure("malformed", { cause: error });
      }
    },
  );
});
