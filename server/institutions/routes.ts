import { LRUCache } from "lru-cache";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  institutionAnswer,
  institutionFaceAnswer,
  institutionList,
  institutionsFilter,
  type Popular,
  popularAnswer,
} from "#lib/institutions/schema.ts";
import {
  madeSchoolAnswer,
  newInstitution,
  type NewInstitution,
} from "#lib/params/new-institution-schema.ts";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { notFound } from "#server/http/failure.ts";
import { createFaces, roundedTotal } from "#server/institutions/public-face.ts";
import {
  countAll,
  findInstitution,
  listInstitutions,
  listPopular,
} from "#server/institutions/repository.ts";
import { storeInstitutionRequest } from "#server/institutions/requests.ts";
import { regionPath } from "#server/params/regions.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { bearer, memberOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  schools: {
    /** @throws {Failure} `invalid` for a kind that there is not */
    isOrdinarySchool: (db: Db, establishmentId: number) => Promise<boolean>;
    /** `countNew` is called before one is made. @throws {Failure} `invalid`; what `countNew` throws */
    findOrMakeSchool: (
      db: Db,
      author: { id: number; locale: string },
      school: NewInstitution,
      countNew: () => Promise<void>,
    ) => Promise<{ school: Named; isNew: boolean }>;
  };
  limits: Limits;
  checkTitle: CheckName;
}

/** Registered under /api/:locale: institutions, open to visitors. Members add what the catalogue lacks. */
export const institutionsRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db } = options;
  await app.register(newInstitutionRoute, options);

  app.get(
    "/objects",
    {
      schema: {
        tags: ["institutions"],
        querystring: institutionsFilter,
        response: { 200: institutionList },
      },
    },
    (request) => listInstitutions(db, request.locale, request.query),
  );

  const popularIn = createPopular(db);
  app.get(
    "/objects/popular",
    { schema: { tags: ["institutions"], response: { 200: popularAnswer } } },
    async ({ locale }, reply) => {
      void reply.header("cache-control", "public, max-age=300");
      return { data: await popularIn(locale) };
    },
  );

  app.get(
    "/objects/:id",
    {
      schema: {
        tags: ["institutions"],
        params: idParams,
        response: { 200: institutionAnswer },
      },
    },
    async (request) => {
      const { locale } = request;
      const institution = await findInstitution(db, locale, request.params.id);
      if (!institution) throw notFound();
      const region_path = await regionPath(db, locale, institution.region.id);
      return { data: { ...institution, region_path } };
    },
  );

  const faceOf = createFaces(db);
  app.get(
    "/objects/:id/years",
    {
      schema: {
        tags: ["institutions"],
        params: idParams,
        response: { 200: institutionFaceAnswer },
      },
    },
    async ({ locale, params: { id } }) => {
      const institution = await findInstitution(db, locale, id);
      if (!institution) throw notFound();
      return { data: await faceOf(institution.id) };
    },
  );
};

/** Makes or finds an ordinary school; an institution of another kind becomes a request to the operator (D-SCHOOL). */
const newInstitutionRoute: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, limits, checkTitle, schools },
) => {
  app.post(
    "/objects",
    {
      onRequest: app.requireVerified,
      schema: {
        tags: ["institutions"],
        security: bearer,
        body: newInstitution,
        response: { 200: madeSchoolAnswer, 201: madeSchoolAnswer, 202: messageBody },
      },
    },
    async (request, reply) => {
      const { body, locale } = request;
      const translate = (key: string) => request.translate(key);
      const member = memberOf(request);
      checkTitle({ name: body.name });
      if (!(await schools.isOrdinarySchool(db, body.establishment_id))) {
        await limits.consume("institutionRequest", member.id);
        await storeInstitutionRequest(db, member.id, body);
        return reply.status(202).send({ message: translate("Answers.institutionRequested") });
      }
      await limits.consume("schoolCreation", member.id);
      const author = { id: member.id, locale };
      const countNew = () => limits.consume("newSchool", member.id);
      const { school, isNew } = await schools.findOrMakeSchool(db, author, body, countNew);
      return isNew
        ? reply.status(201).send({ message: translate("Answers.schoolMade"), data: school })
        : reply.status(200).send({ message: translate("Answers.schoolFound"), data: school });
    },
  );
};

const popularMax = 8;
const popularCachedMs = 5 * 60_000;

/** Caches answers by language; concurrent calls share one query. */
function createPopular(db: Db): (locale: string) => Promise<Popular> {
  const cached = new LRUCache<string, Popular>({
    max: 20,
    ttl: popularCachedMs,
    fetchMethod: async (locale) => {
      const [popular, { members, institutions }] = await Promise.all([
        listPopular(db, locale, popularMax),
        countAll(db),
      ]);
      return { popular, institutions, members: roundedTotal(members) };
    },
  });
  return (locale) => cached.forceFetch(locale);
}
