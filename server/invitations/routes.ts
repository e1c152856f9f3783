import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  invitationAccepted,
  invitationCodeParams,
  openInvitationAnswer,
} from "#lib/invitations/open-schema.ts";
import { invitationInput } from "#lib/invitations/invitation-input-schema.ts";
import { invitationList, invitationMade } from "#lib/invitations/schema.ts";
import type { Invitations } from "#server/invitations/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import {
  bearerToken,
  type FindSession,
  memberOf,
  readerOf,
  requireOnEveryRoute,
} from "#server/plugins/session.ts";

interface Options {
  invitations: Invitations;
  limits: Limits;
  sessions: { find: FindSession };
}

const tags = ["invitations"];

/** Registered under /api/:locale: links by which members invite others (D-INVITE). */
export const invitationsRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  await app.register(openRoutes, options);
  await app.register(memberRoutes, options);
};

/** Open to visitors, who must see what they are invited to before they sign up. */
const openRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { invitations, limits, sessions },
) => {
  app.get(
    "/invitations/by-code/:code",
    { schema: { tags, params: invitationCodeParams, response: { 200: openInvitationAnswer } } },
    async (request) => {
      await limits.consume("invitationLookup", request.ip);
      const token = bearerToken(request.headers.authorization);
      const reader = token === undefined ? null : await sessions.find(token);
      const { locale, params } = request;
      return { data: await invitations.open(reader, locale, params.code) };
    },
  );
};

const memberRoutes: FastifyPluginAsyncZod<Options> = async (app, { invitations }) => {
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/invitations",
    { schema: { tags, response: { 200: invitationList } } },
    async (request) => ({ data: await invitations.list(readerOf(request)) }),
  );

  app.post(
    "/invitations",
    {
      config: { limit: "invitation" },
      schema: { tags, body: invitationInput, response: { 201: invitationMade } },
    },
    async (request, reply) => {
      const reader = readerOf(request);
      const data = await invitations.make(reader, request.body);
      return reply.status(201).send({ message: request.translate("Answers.invitationMade"), data });
    },
  );

  app.delete(
    "/invitations/:id",
    { schema: { tags, params: idParams, response: { 200: messageBody } } },
    async (request) => {
      await invitations.withdraw(memberOf(request).id, request.params.id);
      return { message: request.translate("Answers.invitationWithdrawn") };
    },
  );

  app.post(
    "/invitations/by-code/:code/accept",
    {
      config: { limit: "invitationAcceptance" },
      schema: { tags, params: invitationCodeParams, response: { 200: invitationAccepted } },
    },
    async (request) => {
      const reader = readerOf(request);
      const data = await invitations.accept(reader, request.params.code);
      return { message: request.translate("Answers.invitationAccepted"), data };
    },
  );
};
