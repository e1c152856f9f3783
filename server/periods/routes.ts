import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import type { Named } from "#lib/params/schema.ts";
import { showsSection } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { notFound } from "#server/http/failure.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { regionPath } from "#server/params/regions.ts";
import { educations } from "#server/periods/educations.ts";
import { jobs } from "#server/periods/jobs.ts";
import type { PeriodKind } from "#server/periods/period-kind.ts";
import { addPeriod, changePeriod, deletePeriod } from "#server/periods/service.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  readFromReplica: ReadFromReplica;
  checkTitle: CheckName;
}

/** Registered under /api/:locale: where members studied and where they worked. */
export const periodRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  await app.register(routesOf(educations), options);
  await app.register(routesOf(jobs), options);
};

const routesOf =
  <Period extends { id: number; region: Named }, Input>(
    kind: PeriodKind<Period, Input>,
  ): FastifyPluginAsyncZod<Options> =>
  async (app, { db, readFromReplica, checkTitle }) => {
    const tags = [kind.tag];
    const { input: body, list, edit, answer } = kind.schemas;
    const own = `/profile/setting/${kind.table}`;
    const config = { limit: "periodChange" } as const;
    requireOnEveryRoute(app, "requireVerified");

    app.get(
      `/user/:id/profile/${kind.table}`,
      { schema: { tags, params: idParams, response: { 200: list } } },
      async (request) => {
        const { locale, params } = request;
        const reader = memberOf(request);
        return readFromReplica(reader.id, async (replica) => {
          const shows = await showsSection(replica, reader.id, params.id, kind.table);
          if (shows === undefined) throw notFound();
          return { data: shows ? await kind.read(replica, locale, params.id) : [] };
        });
      },
    );

    app.get(own, { schema: { tags, response: { 200: list } } }, async (request) => ({
      data: await kind.read(db, request.locale, memberOf(request).id),
    }));

    app.get(
      `${own}/:id/edit`,
      { schema: { tags, params: idParams, response: { 200: edit } } },
      async (request) => {
        const { locale, params } = request;
        const [period] = await kind.read(db, locale, memberOf(request).id, params.id);
        if (!period) throw notFound();
        const region_path = await regionPath(db, locale, period.region.id);
        return { data: { ...period, region_path } };
      },
    );

    app.post(
      own,
      { config, schema: { tags, body, response: { 201: answer } } },
      async (request, reply) => {
        const author = readerOf(request);
        const input = request.body as Input; // the schema of the kind has parsed it
        checkTitle(kind.titlesOf(input));
        const data = await addPeriod(db, kind, author, input);
        return reply.status(201).send({ message: request.translate(kind.texts.added), data });
      },
    );

    app.put(
      `${own}/:id`,
      { config, schema: { tags, params: idParams, body, response: { 200: answer } } },
      async (request) => {
        const author = readerOf(request);
        const input = request.body as Input; // the schema of the kind has parsed it
        checkTitle(kind.titlesOf(input));
        const change = { id: request.params.id, input };
        const data = await changePeriod(db, kind, author, change);
        return { message: request.translate(kind.texts.saved), data };
      },
    );

    app.delete(
      `${own}/:id`,
      { config, schema: { tags, params: idParams, response: { 200: messageBody } } },
      async (request) => {
        const { id } = memberOf(request);
        const isDeleted = await deletePeriod(db, kind.table, id, request.params.id);
        if (!isDeleted) throw notFound();
        return { message: request.translate(kind.texts.deleted) };
      },
    );
  };
