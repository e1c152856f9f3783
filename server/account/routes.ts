import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  accountAnswer,
  accountChanged,
  accountInput,
  accountSessions,
  deletionAnswer,
  deletionInput,
  passwordChangeInput,
} from "#lib/account/schema.ts";
import { idParams, messageBody } from "#lib/http/schema.ts";
import { findAccount, updateAccount } from "#server/account/accounts.ts";
import { deleteOwnSession, listSessions } from "#server/account/own-sessions.ts";
import type { AccountService } from "#server/account/service.ts";
import { clientOf } from "#server/auth/client.ts";
import { deleteSessions } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, notFound } from "#server/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  limits: Limits;
  accounts: AccountService;
  endSession: (sessionId: string) => void;
}

/** Registered under /api/:locale/profile/setting: the own account, for unverified members too (product.md §3). */
export const accountRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, limits, accounts, endSession },
) => {
  const tags = ["account"];
  requireOnEveryRoute(app, "requireSession");

  app.get("/account", { schema: { tags, response: { 200: accountAnswer } } }, async (request) => {
    const account = await findAccount(db, memberOf(request).id);
    if (!account) throw new Failure("unauthenticated");
    return { data: account };
  });

  app.put(
    "/account",
    { schema: { tags, body: accountInput, response: { 200: accountChanged } } },
    async (request) => {
      const { id } = memberOf(request);
      await limits.consume("accountChange", id);
      const account = await updateAccount(db, id, request.body);
      if (!account) throw new Failure("unauthenticated");
      return { message: request.translate("Answers.accountSaved"), data: account };
    },
  );

  app.put(
    "/password",
    { schema: { tags, body: passwordChangeInput, response: { 200: messageBody } } },
    async (request) => {
      await accounts.changePassword(memberOf(request), request.body, clientOf(request));
      return { message: request.translate("Answers.passwordChanged") };
    },
  );

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
    { schema: { tags, params: idParams, response: { 200: messageBody } } },
    async (request) => {
      const ended = await deleteOwnSession(db, memberOf(request).id, request.params.id);
      if (ended === undefined) throw notFound();
      endSession(ended);
      return { message: request.translate("Answers.sessionEnded") };
    },
  );

  app.delete("/sessions", { schema: { tags, response: { 200: messageBody } } }, async (request) => {
    const { id, sessionId } = memberOf(request);
    (await deleteSessions(db, id, sessionId)).forEach(endSession);
    return { message: request.translate("Answers.otherSessionsEnded") };
  });

  app.post(
    "/deletion",
    { schema: { tags, body: deletionInput, response: { 200: deletionAnswer } } },
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
