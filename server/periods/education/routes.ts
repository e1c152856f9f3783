import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  educationAnswer,
  educationEdit,
  educationInput,
  educationList,
} from "#lib/periods/education/schema.ts";
import { idParams, messageBody } from "#lib/http/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import {
  deleteEducation,
  findEducation,
  listEducations,
} from "#server/periods/education/repository.ts";
import { addEducation, changeEducation } from "#server/periods/education/service.ts";
import { notFound } from "#server/http/failure.ts";
import { regionPath } from "#server/params/regions.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";

const own = "/profile/setting/educations";

/** Registered under /api/:locale: where members studied. */
export const educationRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const tags = ["education"];
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/user/:id/profile/educations",
    { schema: { tags, params: idParams, response: { 200: educationList } } },
    async (request) => {
      const { locale, params } = request;
      if (!(await memberExists(db, memberOf(request).id, params.id))) throw notFound();
      return { data: await listEducations(db, locale, params.id) };
    },
  );

  app.get(own, { schema: { tags, response: { 200: educationList } } }, async (request) => ({
    data: await listEducations(db, request.locale, memberOf(request).id),
  }));

  app.get(
    `${own}/:id/edit`,
    { schema: { tags, params: idParams, response: { 200: educationEdit } } },
    async (request) => {
      const { locale, params } = request;
      const education = await findEducation(db, locale, memberOf(request).id, params.id);
      if (!education) throw notFound();
      const region_path = await regionPath(db, locale, education.region.id);
      return { data: { ...education, region_path } };
    },
  );

  app.post(
    own,
    { schema: { tags, body: educationInput, response: { 201: educationAnswer } } },
    async (request, reply) => {
      const author = { id: memberOf(request).id, locale: request.locale };
      const data = await addEducation(db, author, request.body);
      return reply.status(201).send({ message: request.translate("Answers.educationAdded"), data });
    },
  );

  app.put(
    `${own}/:id`,
    {
      schema: { tags, params: idParams, body: educationInput, response: { 200: educationAnswer } },
    },
    async (request) => {
      const author = { id: memberOf(request).id, locale: request.locale };
      const data = await changeEducation(db, author, request.params.id, request.body);
      return { message: request.translate("Answers.educationSaved"), data };
    },
  );

  app.delete(
    `${own}/:id`,
    { schema: { tags, params: idParams, response: { 200: messageBody } } },
    async (request) => {
      if (!(await deleteEducation(db, memberOf(request).id, request.params.id))) throw notFound();
      return { message: request.translate("Answers.educationDeleted") };
    },
  );
};
