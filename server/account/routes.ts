import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  accountAnswer,
  accountChanged,
  accountInput,
  accountSessions,
  deletionAnswer,
  passwordAgain,
  passwordChangeInput,
  phoneChangeInput,
  phoneConfirmationInput,
} from "#lib/account/schema.ts";
import { idParams, messageBody } from "#lib/http/schema.ts";
import { findAccount, updateAccount } from "#server/account/accounts.ts";
import type { RecoveryPhoneService } from "#server/account/recovery-phone.ts";
import type { AccountService } from "#server/account/service.ts";
import { clientOf, noteEnded } from "#server/auth/client.ts";
import { comparingPasswords } from "#server/auth/passwords/new-password.ts";
import type { AuthService } from "#server/auth/service.ts";
import { deleteOwnSession, deleteSessions, listSessions } from "#server/auth/stored-sessions.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  accounts: AccountService;
  recoveryPhone: RecoveryPhoneService;
  auth: Pick<AuthService, "reauthenticate">;
  checkName: CheckName;
  endSession: (sessionId: string) => void;
}

const tags = ["account"];

/** Registered under /api/:locale/profile/setting: the own account, for unverified members too. */
export const accountRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  requireOnEveryRoute(app, "requireSession");
  await app.register(detailRoutes, options);
  await app.register(phoneRoutes, options);
  await app.register(passwordRoutes, options);
  await app.register(sessionRoutes, options);
};

const detailRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, checkName }) => {
  app.get("/account", { schema: { tags, response: { 200: accountAnswer } } }, async (request) => ({
    data: await accountOf(db, memberOf(request).id),
  }));

  app.put(
    "/account",
    {
      config: { limit: "accountChange" },
      schema: { tags, body: accountInput, response: { 200: accountChanged } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const { phone, surname, name, patronymic } = request.body;
      checkName({ surname, name, patronymic });
      if (phone !== undefined && phone !== (await accountOf(db, id)).phone)
        throw invalidField("phone", "Site.phoneNeedsPassword");
      const account = await updateAccount(db, id, request.body);
      if (!account) throw new Failure("unauthenticated");
      return { message: request.translate("Answers.accountSaved"), data: account };
    },
  );
};

const phoneRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, recoveryPhone }) => {
  app.post(
    "/phone",
    { schema: { tags, body: phoneChangeInput, response: { 200: messageBody } } },
    async (request) => {
      await recoveryPhone.begin(memberOf(request), request.body, clientOf(request));
      return { message: request.translate("Answers.phoneCodeSent") };
    },
  );

  app.post(
    "/phone/confirm",
    { schema: { tags, body: phoneConfirmationInput, response: { 200: accountChanged } } },
    async (request) => {
      const member = memberOf(request);
      await recoveryPhone.finish(member, request.body);
      clientOf(request).note("phone_changed", { account: member.id, reason: "set" });
      return {
        message: request.translate("Answers.phoneSaved"),
        data: await accountOf(db, member.id),
      };
    },
  );

  app.delete(
    "/phone",
    { schema: { tags, body: passwordAgain, response: { 200: accountChanged } } },
    async (request) => {
      const member = memberOf(request);
      const client = clientOf(request);
      if (await recoveryPhone.remove(member, request.body.password, client))
        client.note("phone_changed", { account: member.id, reason: "removed" });
      return {
        message: request.translate("Answers.phoneRemoved"),
        data: await accountOf(db, member.id),
      };
    },
  );
};

/** What the password alone decides: another one, and the end of the account. */
const passwordRoutes: FastifyPluginAsyncZod<Options> = async (app, { accounts }) => {
  app.put(
    "/password",
    {
      schema: {
        tags,
        body: comparingPasswords(passwordChangeInput),
        response: { 200: messageBody },
      },
    },
    async (request) => {
      await accounts.changePassword(memberOf(request), request.body, clientOf(request));
      return { message: request.translate("Answers.passwordChanged") };
    },
  );

  app.post(
    "/deletion",
    {
      config: { endsSession: true },
      schema: { tags, body: passwordAgain, response: { 200: deletionAnswer } },
    },
    async (request) => {
      const { password } = request.body;
      const member = memberOf(request);
      const deletesAt = await accounts.deleteAccount(member, password, clientOf(request));
      return {
        message: request.translate("Answers.accountDeleted"),
        data: { deletes_at: deletesAt.toISOString() },
      };
    },
  );
};

const sessionRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, auth, endSession }) => {
  app.get(
    "/sessions",
    { schema: { tags, response: { 200: accountSessions } } },
    async (request) => {
      const { id, sessionId } = memberOf(request);
      return { data: await listSessions(db, id, sessionId) };
    },
  );

  app.delete(
    "/sessions/:id",
    {
      config: { endsSession: true },
      schema: { tags, params: idParams, body: passwordAgain, response: { 200: messageBody } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const client = clientOf(request);
      await auth.reauthenticate(id, request.body.password, client);
      const ended = await deleteOwnSession(db, id, request.params.id);
      if (ended === undefined) throw notFound();
      endSession(ended);
      noteEnded(client, id, [ended], "other_device");
      return { message: request.translate("Answers.sessionEnded") };
    },
  );

  app.delete(
    "/sessions",
    { schema: { tags, body: passwordAgain, response: { 200: messageBody } } },
    async (request) => {
      const { id, sessionId } = memberOf(request);
      const client = clientOf(request);
      await auth.reauthenticate(id, request.body.password, client);
      const ended = await db.transaction().execute((trx) => deleteSessions(trx, id, sessionId));
      ended.forEach(endSession);
      noteEnded(client, id, ended, "other_device");
      return { message: request.translate("Answers.otherSessionsEnded") };
    },
  );
};

async function accountOf(db: Db, userId: number) {
  const account = await findAccount(db, userId);
  if (!account) throw new Failure("unauthenticated");
  return account;
}
