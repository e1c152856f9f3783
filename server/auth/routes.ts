import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  loginInput,
  registrationInput,
  signedIn,
  user,
  verifyEmailInput,
} from "#lib/auth/schema.ts";
import { dataOf, messageBody } from "#lib/http/schema.ts";
import { clientOf } from "#server/auth/client.ts";
import { deleteSession } from "#server/auth/repository.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Db } from "#server/db/database.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { bearer, memberOf, signIn } from "#server/plugins/session.ts";

interface Options {
  auth: AuthService;
  sessions: Pick<Sessions, "findWithUser">;
  limits: Limits;
  accountDomain: string;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

/** Registered under /api/:locale (specification §7, Authentication). */
export const authRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, sessions, limits, accountDomain, checkCaptcha },
) => {
  app.post(
    "/registration",
    {
      onRequest: (request) => limits.consume("registrationTry", request.ip),
      schema: {
        tags: ["auth"],
        body: registrationInput(accountDomain),
        response: { 201: signedIn },
      },
    },
    async (request, reply) => {
      const { surname, name, patronymic, email, password, captcha, key } = request.body;
      await checkCaptcha(key, captcha);
      const account = { surname, name, patronymic, email, password, locale: request.locale };
      const registered = await auth.register(account, clientOf(request));
      return reply
        .status(201)
        .send({ ...registered, message: request.translate("Answers.registered") });
    },
  );

  app.post(
    "/login",
    { schema: { tags: ["auth"], body: loginInput, response: { 200: signedIn } } },
    async (request) => {
      const { captcha, key, ...credentials } = request.body;
      await checkCaptcha(key, captcha);
      const { restored, ...entered } = await auth.login(credentials, clientOf(request));
      if (restored)
        return { ...entered, restored, message: request.translate("Answers.accountRestored") };
      return { ...entered, message: request.translate("Answers.signedIn") };
    },
  );

  app.get(
    "/user",
    { schema: { tags: ["auth"], security: bearer, response: { 200: dataOf(user) } } },
    // Every page asks this first: session and member in one query.
    async (request) => ({ data: (await signIn(request, sessions.findWithUser)).user }),
  );

  app.get(
    "/email/resend",
    {
      onRequest: app.requireSession,
      // A GET that mails something: asking for its head must not.
      exposeHeadRoute: false,
      schema: { tags: ["auth"], response: { 200: messageBody } },
    },
    async (request) => {
      const sent = await auth.resendVerification(memberOf(request).id);
      return {
        message: request.translate(sent ? "Answers.verificationResent" : "Answers.alreadyVerified"),
      };
    },
  );

  app.post(
    "/email/verify",
    { schema: { tags: ["auth"], body: verifyEmailInput, response: { 200: messageBody } } },
    async (request) => {
      await limits.consume("verification", request.ip);
      await auth.verifyEmail(request.body.token);
      return { message: request.translate("Answers.emailVerified") };
    },
  );
};

interface LogoutOptions {
  db: Db;
  endSession: (sessionId: string) => void;
}

/** Registered under /api: the path of logout carries no locale. */
export const logoutRoutes: FastifyPluginAsyncZod<LogoutOptions> = async (
  app,
  { db, endSession },
) => {
  app.post(
    "/logout",
    { onRequest: app.requireSession, schema: { tags: ["auth"], response: { 200: messageBody } } },
    async (request) => {
      const { sessionId } = memberOf(request);
      await deleteSession(db, sessionId);
      endSession(sessionId);
      return { message: request.translate("Answers.signedOut") };
    },
  );
};
