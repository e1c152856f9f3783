import { classParams } from "#lib/members/class-key.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  eventAnswer,
  eventAnswerInput,
  eventAnswersFilter,
  eventAnswersList,
  eventChanged,
  eventInput,
  eventList,
  eventRightsAnswer,
  eventsFilter,
  newEventInput,
} from "#lib/events/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { EventChanges } from "#server/events/change-events.ts";
import {
  type EventSource,
  findEvent,
  findEventRights,
  listAnswered,
  listEvents,
} from "#server/events/read-events.ts";
import { notFound } from "#server/http/failure.ts";
import { requireInstitutionId } from "#server/params/objects.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options extends EventSource {
  events: EventChanges;
}

const tags = ["events"];

/** Registered under /api/:locale: the events of classes and their answers (D-EVENTS). */
export const eventsRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  requireOnEveryRoute(app, "requireVerified");
  await app.register(classRoutes, options);
  await app.register(eventRoutes, options);
};

const classRoutes: FastifyPluginAsyncZod<Options> = async (app, { events, ...source }) => {
  const url = "/objects/:id/classes/:key/events";

  app.get(
    url,
    {
      schema: {
        tags,
        params: classParams,
        querystring: eventsFilter,
        response: { 200: eventList },
      },
    },
    async (request) => {
      const place = await requirePlace(source.db, request.params);
      const { past, cursor } = request.query;
      const isPast = past === "1" || past === "true";
      return listEvents(source, readerOf(request), place, { past: isPast, cursor });
    },
  );

  app.get(
    `${url}/rights`,
    { schema: { tags, params: classParams, response: { 200: eventRightsAnswer } } },
    async (request) => {
      const place = await requirePlace(source.db, request.params);
      const rights = await findEventRights(source.db, memberOf(request).id, place);
      if (!rights) throw notFound();
      return { data: rights };
    },
  );

  app.post(
    url,
    {
      config: { limit: "eventChange" },
      schema: {
        tags,
        params: classParams,
        body: newEventInput,
        // A repeated request stores nothing, and 200 tells so.
        response: { 200: eventChanged, 201: eventChanged },
      },
    },
    async (request, reply) => {
      const { id: objectId, key } = request.params;
      const place = { objectId, key };
      const { event, repeated } = await events.create(readerOf(request), place, request.body);
      const message = request.translate("Answers.eventMade");
      return reply.status(repeated ? 200 : 201).send({ message, data: event });
    },
  );
};

/**
 * Returns the class that an address names; for an institution that was merged, the class of the one it was merged into.
 * @throws {Failure} `not_found`
 */
const requirePlace = async (db: Db, { id, key }: { id: number; key: string }) => ({
  objectId: await requireInstitutionId(db, id),
  key,
});

const eventRoutes: FastifyPluginAsyncZod<Options> = async (app, { events, ...source }) => {
  app.get(
    "/events/:id",
    { schema: { tags, params: idParams, response: { 200: eventAnswer } } },
    async (request) => {
      const event = await findEvent(source, readerOf(request), request.params.id);
      if (!event) throw notFound();
      return { data: event };
    },
  );

  app.put(
    "/events/:id",
    {
      config: { limit: "eventChange" },
      schema: { tags, params: idParams, body: eventInput, response: { 200: eventChanged } },
    },
    async (request) => {
      const data = await events.change(readerOf(request), request.params.id, request.body);
      return { message: request.translate("Answers.eventSaved"), data };
    },
  );

  app.delete(
    "/events/:id",
    {
      config: { limit: "eventChange" },
      schema: { tags, params: idParams, response: { 200: eventChanged } },
    },
    async (request) => {
      const data = await events.cancel(readerOf(request), request.params.id);
      return { message: request.translate("Answers.eventCancelled"), data };
    },
  );

  app.post(
    "/events/:id/answer",
    {
      config: { limit: "eventAnswer" },
      schema: { tags, params: idParams, body: eventAnswerInput, response: { 200: eventChanged } },
    },
    async (request) => {
      const { answer } = request.body;
      const data = await events.answer(readerOf(request), request.params.id, answer);
      return { message: request.translate("Answers.eventAnswered"), data };
    },
  );

  app.get(
    "/events/:id/answers",
    {
      schema: {
        tags,
        params: idParams,
        querystring: eventAnswersFilter,
        response: { 200: eventAnswersList },
      },
    },
    (request) => listAnswered(source, readerOf(request), request.params.id, request.query),
  );
};
