import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  loginInput,
  registrationInput,
  signedIn,
  user,
  verifyEmailInput,
} from "#lib/auth/schema.ts";
import { dataOf, messageBody } from "#lib/http/schema.ts";
import { deleteSession, findUser, toUser } from "#server/auth/repository.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  auth: AuthService;
  limits: Limits;
  accountDomain: string;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
}

const clientOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});

/** Registered under /api/:locale (specification §7, Authentication). */
export const authRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, auth, limits, accountDomain, checkCaptcha },
) => {
  app.post(
    "/registration",
    {
      schema: {
        tags: ["auth"],
        body: registrationInput(accountDomain),
        response: { 201: signedIn },
      },
    },
    async (request, reply) => {
      const { surname, name, patronymic, email, password, captcha, key } = request.body;
      await limits.consume("registration", request.ip);
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
      return {
        ...(await auth.login(credentials, clientOf(request))),
        message: request.translate("Answers.signedIn"),
      };
    },
  );

  app.get(
    "/user",
    { onRequest: app.requireSession, schema: { tags: ["auth"], response: { 200: dataOf(user) } } },
    async (request) => {
      const row = await findUser(db, memberOf(request).id);
      if (!row) throw new Failure("unauthenticated");
      return { data: toUser(row) };
    },
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
