import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { registrationInput } from "#lib/auth/registration-schema.ts";
import {
  addressCorrected,
  addressCorrectionInput,
  emailVerified,
  linkResent,
  loginInput,
  newAddressInput,
  signedIn,
  user,
  verifyEmailInput,
} from "#lib/auth/schema.ts";
import { dataOf, messageBody } from "#lib/http/schema.ts";
import { surfaceOrigins } from "#lib/site/surfaces.ts";
import { clientOf, noteEnded } from "#server/auth/client.ts";
import { markCookie } from "#server/auth/known-devices.ts";
import { holdPasswordPlace } from "#server/auth/passwords/password.ts";
import { comparingPasswords } from "#server/auth/passwords/new-password.ts";
import { deleteSession } from "#server/auth/stored-sessions.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure } from "#server/http/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { bearer, memberOf, signInRequest } from "#server/plugins/session.ts";

interface Options {
  auth: AuthService;
  sessions: Pick<Sessions, "findWithUser">;
  limits: Limits;
  env: Pick<Env, "accountDomains" | "deployment" | "rateLimitScale">;
  checkCaptcha: (key: string, answer: string) => Promise<void>;
  invitations: {
    /**
     * In the transaction of a confirmation: accepts the invitation through which the member signed up; returns its
     * code.
     */
    acceptSignUp: (
      trx: Db,
      reader: { id: number; locale: string },
    ) => Promise<{ code: string | null; publishAccepted: () => Promise<void> }>;
  };
  friendships: {
    /** Publishes new counts to members whose counts include a member who has returned. */
    publishCountersOf: (userId: number) => Promise<void>;
  };
}

/** Registered under /api/:locale: sign-up, login and confirmation. */
export const authRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const parts = { ...options, prefix: "" }; // the prefix among the options is that of `app`
  await app.register(signUpRoutes, parts);
  await app.register(loginRoutes, parts);
  await app.register(confirmationRoutes, parts);
};

const signUpRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, limits, env, checkCaptcha },
) => {
  const [accountDomain] = env.accountDomains;
  app.post(
    "/registration",
    {
      onRequest: app.requireOpenRegistration,
      config: { lane: "passwords" },
      preHandler: holdPasswordPlace(env.rateLimitScale),
      schema: {
        tags: ["auth"],
        body: comparingPasswords(registrationInput(accountDomain)),
        response: { 201: signedIn },
      },
    },
    async (request, reply) => {
      const { captcha, key, password_confirmation: _, time_zone, ...form } = request.body;
      const { invitation, ...person } = form;
      await checkCaptcha(key, captcha);
      await limits.consume("registrationTry", request.ip);
      const account = { ...person, locale: request.locale, time_zone: time_zone ?? null };
      const { mark, ...registered } = await auth.register(account, clientOf(request), invitation);
      return reply
        .status(201)
        .header("set-cookie", markCookie(mark, env.deployment))
        .send({ ...registered, message: request.translate("Answers.registered") });
    },
  );

  app.post(
    "/registration/email",
    {
      // Also answered while the sign-up is closed, because the form that corrects an unconfirmed address asks it, too.
      schema: {
        tags: ["auth"],
        summary: "Whether an address is free, in the words of the sign-up",
        body: newAddressInput(accountDomain),
        response: { 200: messageBody },
      },
    },
    async (request) => {
      // Shares the limit of the sign-up, which would give the same answer.
      await limits.consume("registrationTry", request.ip);
      await auth.checkAddressFree(request.body.email, request.ip);
      return { message: request.translate("Answers.addressFree") };
    },
  );
};

const loginRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, sessions, env, checkCaptcha, friendships },
) => {
  app.post(
    "/login",
    {
      config: { lane: "passwords" },
      preHandler: holdPasswordPlace(env.rateLimitScale),
      schema: { tags: ["auth"], body: loginInput, response: { 200: signedIn } },
    },
    async (request, reply) => {
      const { captcha, key, ...credentials } = request.body;
      await checkCaptcha(key, captcha);
      const { restored, mark, ...entered } = await auth.login(credentials, clientOf(request));
      void reply.header("set-cookie", markCookie(mark, env.deployment));
      if (!restored) return { ...entered, message: request.translate("Answers.signedIn") };
      // The member is signed in whatever becomes of it.
      await friendships.publishCountersOf(entered.user.id).catch((error: unknown) => {
        request.log.warn({ err: error }, "could not publish counts of a restored account");
      });
      return { ...entered, restored, message: request.translate("Answers.accountRestored") };
    },
  );

  app.get(
    "/user",
    { schema: { tags: ["auth"], security: bearer, response: { 200: dataOf(user) } } },
    // Every page calls this first, so session and member are read in one query.
    async (request) => ({ data: (await signInRequest(request, sessions.findWithUser)).user }),
  );
};

const confirmationRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, limits, env: { accountDomains }, invitations },
) => {
  app.get(
    "/email/resend",
    {
      onRequest: app.requireSession,
      // Excludes HEAD, because this GET sends a mail.
      exposeHeadRoute: false,
      schema: { tags: ["auth"], response: { 200: linkResent } },
    },
    async (request) => {
      const sent = await auth.resendVerification(memberOf(request).id);
      if (!sent) return { message: request.translate("Answers.alreadyVerified") };
      const message = request.translate("Answers.verificationResent");
      return sent.waitS > 0 ? { message, data: { wait_s: sent.waitS } } : { message };
    },
  );

  app.put(
    "/email",
    {
      onRequest: app.requireSession,
      schema: {
        tags: ["auth"],
        summary: "Another address for an account whose own is not confirmed",
        body: addressCorrectionInput(accountDomains),
        response: { 200: addressCorrected },
      },
    },
    async (request) => {
      const { id } = memberOf(request);
      const data = await auth.correctAddress(id, request.body, clientOf(request));
      return { message: request.translate("Answers.addressCorrected"), data };
    },
  );

  app.post(
    "/email/verify",
    { schema: { tags: ["auth"], body: verifyEmailInput, response: { 200: emailVerified } } },
    async (request) => {
      const { locale } = request;
      const { code: invitation, publishAccepted } = await auth
        .verifyEmail(request.body.token, clientOf(request), (trx, id) =>
          invitations.acceptSignUp(trx, { id, locale }),
        )
        .catch(async (error: unknown) => {
          // A right link cannot be guessed, so only wrong ones count and wait: a lecture hall may confirm at once.
          if (error instanceof Failure) await limits.consume("verification", request.ip);
          throw error;
        });
      await publishAccepted();
      const message = request.translate("Answers.emailVerified");
      return invitation === null ? { message } : { message, data: { invitation } };
    },
  );
};

interface LogoutOptions {
  db: Db;
  env: Pick<Env, "deployment">;
  endSession: (sessionId: string) => void;
}

/** Registered under /api: the path of logout carries no locale. */
export const logoutRoutes: FastifyPluginAsyncZod<LogoutOptions> = async (
  app,
  { db, env, endSession },
) => {
  const origins = surfaceOrigins(env.deployment);
  app.post(
    "/forget",
    {
      schema: {
        tags: ["auth"],
        summary: "Has the browser forget all that it keeps of this host; asked by our pages alone",
        response: { 200: messageBody },
      },
    },
    async (request, reply) => {
      // The origin is checked, because a foreign page could otherwise discard a member's unsent data.
      if (!origins.includes(request.headers.origin ?? "")) throw new Failure("forbidden");
      // Cookies stay, because language and colour scheme belong to the device, and the page itself removes the token.
      void reply.header("clear-site-data", '"cache", "storage"');
      return { message: request.translate("Answers.forgotten") };
    },
  );

  app.post(
    "/logout",
    {
      config: { endsSession: true },
      onRequest: app.requireSession,
      schema: { tags: ["auth"], response: { 200: messageBody } },
    },
    async (request) => {
      const { id, sessionId } = memberOf(request);
      await deleteSession(db, sessionId);
      endSession(sessionId);
      noteEnded(clientOf(request), id, [sessionId], "logout");
      return { message: request.translate("Answers.signedOut") };
    },
  );
};
