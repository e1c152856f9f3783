import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { jobAnswer, jobEdit, jobInput, jobList } from "#lib/periods/jobs/schema.ts";
import { idParams, messageBody } from "#lib/http/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { deleteJob, findJob, listJobs } from "#server/periods/jobs/repository.ts";
import { addJob, changeJob } from "#server/periods/jobs/service.ts";
import { notFound } from "#server/http/failure.ts";
import { regionPath } from "#server/params/regions.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";

const own = "/profile/setting/jobs";

/** Registered under /api/:locale: where members worked. */
export const jobRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["jobs"];
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/user/:id/profile/jobs",
    { schema: { tags, params: idParams, response: { 200: jobList } } },
    async (request) => {
      const { locale, params } = request;
      if (!(await memberExists(db, memberOf(request).id, params.id))) throw notFound();
      return { data: await listJobs(db, locale, params.id) };
    },
  );

  app.get(own, { schema: { tags, response: { 200: jobList } } }, async (request) => ({
    data: await listJobs(db, request.locale, memberOf(request).id),
  }));

  app.get(
    `${own}/:id/edit`,
    { schema: { tags, params: idParams, response: { 200: jobEdit } } },
    async (request) => {
      const { locale, params } = request;
      const job = await findJob(db, locale, memberOf(request).id, params.id);
      if (!job) throw notFound();
      const region_path = await regionPath(db, locale, job.region.id);
      return { data: { ...job, region_path } };
    },
  );

  app.post(
    own,
    { schema: { tags, body: jobInput, response: { 201: jobAnswer } } },
    async (request, reply) => {
      const author = { id: memberOf(request).id, locale: request.locale };
      const data = await addJob(db, author, request.body);
      return reply.status(201).send({ message: request.translate("Answers.jobAdded"), data });
    },
  );

  app.put(
    `${own}/:id`,
    {
      schema: { tags, params: idParams, body: jobInput, response: { 200: jobAnswer } },
    },
    async (request) => {
      const author = { id: memberOf(request).id, locale: request.locale };
      const data = await changeJob(db, author, request.params.id, request.body);
      return { message: request.translate("Answers.jobSaved"), data };
    },
  );

  app.delete(
    `${own}/:id`,
    { schema: { tags, params: idParams, response: { 200: messageBody } } },
    async (request) => {
      if (!(await deleteJob(db, memberOf(request).id, request.params.id))) throw notFound();
      return { message: request.translate("Answers.jobDeleted") };
    },
  );
};
