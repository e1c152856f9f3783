import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { calendarAnswer, calendarChanged } from "#lib/events/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import { originOf } from "#lib/site/surfaces.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import type { CalendarAddresses } from "#server/events/calendar-address.ts";
import { calendarFile, findCalendarRow, listCalendarRows } from "#server/events/calendar-file.ts";
import { notFound } from "#server/http/failure.ts";
import { brandIn } from "#server/infra/translations.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { bearer, memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  env: Pick<Env, "deployment" | "brand">;
  limits: Limits;
  calendars: CalendarAddresses;
}

const tags = ["events"];
const calendarType = "text/calendar";
const file = { 200: { content: { [calendarType]: { schema: z.string() } } } };
const secretParams = z.object({ secret: z.string().max(64) });

/** Registered under /api/:locale: calendar files of one event and of all of a member, and the address of the latter. */
export const calendarRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, env, limits, calendars },
) => {
  const { deployment, brand } = env;
  const own = { tags, security: bearer };
  const addressOf = (locale: string, secret: string) => ({
    url: `${originOf(deployment)}/api/${locale}/calendar/${secret}.ics`,
  });

  app.get(
    "/events/:id.ics",
    {
      onRequest: app.requireVerified,
      config: { limit: "calendarRead" },
      schema: { ...own, params: idParams, response: file },
    },
    async (request, reply) => {
      const { id } = request.params;
      const row = await findCalendarRow(db, memberOf(request).id, id);
      if (!row) throw notFound();
      const content = await calendarFile([row], { deployment, locale: request.locale });
      // Before an answer that is a string, Fastify does not call the hook that does this for all others (SEC-S6).
      await request.confirmSession?.();
      return sendFile(reply, `kampus-event-${id}.ics`, content);
    },
  );

  app.get(
    "/calendar",
    { onRequest: app.requireVerified, schema: { ...own, response: { 200: calendarAnswer } } },
    async (request) => {
      const secret = await calendars.secretOf(memberOf(request).id);
      return { data: addressOf(request.locale, secret) };
    },
  );

  app.post(
    "/calendar",
    {
      onRequest: app.requireVerified,
      config: { limit: "calendarRenewal" },
      schema: { ...own, response: { 200: calendarChanged } },
    },
    async (request) => {
      const secret = await calendars.renew(memberOf(request).id);
      return {
        message: request.translate("Answers.calendarRenewed"),
        data: addressOf(request.locale, secret),
      };
    },
  );

  // Calendar programs send no token: the secret address alone gives access.
  app.get(
    "/calendar/:secret.ics",
    { schema: { tags, params: secretParams, response: file } },
    async (request, reply) => {
      const reader = await calendars.readerOf(request.params.secret);
      if (!reader) {
        await limits.consume("calendarFailure", request.ip);
        throw notFound();
      }
      await limits.consume("calendarRead", reader.id);
      const { locale } = request;
      const content = await calendarFile(await listCalendarRows(db, reader.id), {
        deployment,
        locale,
        name: brandIn(locale, brand),
      });
      return sendFile(reply, "kampus.ics", content);
    },
  );
};

const sendFile = (reply: FastifyReply, name: string, content: string) =>
  reply
    .type(`${calendarType}; charset=utf-8`)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(content);
