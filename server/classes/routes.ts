import type { FastifyPluginAsync } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { sql } from "kysely";
import {
  classAnswer,
  type ClassChat,
  classesFilter,
  classList,
  classMemberList,
  classMembersFilter,
  type NextEvent,
} from "#lib/classes/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import type { EventRights } from "#lib/members/class-event-schema.ts";
import { classParams, type ClassYears, readClassKey } from "#lib/members/class-key.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { countClass, listClasses } from "#server/classes/class-list.ts";
import {
  countFriendsOfClass,
  listClassMembers,
  type RosterOptions,
} from "#server/classes/roster.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { notFound } from "#server/http/failure.ts";
import { isOfClass } from "#server/members/class-members.ts";
import { institutionId, requireInstitutionId } from "#server/params/objects.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, readerOf } from "#server/plugins/session.ts";

interface Options extends RosterOptions {
  db: Db;
  limits: Limits;
  readFromReplica: ReadFromReplica;
  /** The chats as the reader may see them: by the key of their study group, null for the whole class. */
  findClassChats: (
    reader: { id: number; locale: string },
    objectId: number,
    key: string,
  ) => Promise<Map<string | null, ClassChat>>;
  nextEvent: (
    reader: { id: number; locale: string },
    objectId: number,
    key: string,
  ) => Promise<NextEvent | null>;
  /** What the reader may do with the events of the class; null where they may not list them. */
  eventRights: (readerId: number, objectId: number, key: string) => Promise<EventRights | null>;
}

/** Registered under /api/:locale: the classes of institutions, for verified members. */
export const classesRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  await app.register(institutionRoutes, options);
  await app.register(classRoutes, options);
};

const tags = ["classes"];

const institutionRoutes: FastifyPluginAsyncZod<Options> = async (app, { readFromReplica }) => {
  app.get(
    "/objects/:id/classes",
    {
      onRequest: app.requireVerified,
      schema: {
        tags,
        params: idParams,
        querystring: classesFilter,
        response: { 200: classList },
      },
    },
    async (request) => {
      const { id } = request.params;
      const reader = memberOf(request);
      return readFromReplica(reader.id, async (db) => {
        const objectId = await requireInstitutionId(db, id);
        return listClasses(db, reader.id, objectId, request.query);
      });
    },
  );
};

/** One class: its data and its members. */
const classRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, limits, readFromReplica, findClassChats, nextEvent, eventRights, ...roster },
) => {
  const onRequest = app.requireVerified;

  app.get(
    "/objects/:id/classes/:key",
    { onRequest, schema: { tags, params: classParams, response: { 200: classAnswer } } },
    async (request) => {
      const { id, key } = request.params;
      const reader = memberOf(request);
      const years = yearsOf(key);
      const object = await requireInstitution(db, request.locale, id);
      const [{ total, groups }, friends, mine, chats, next_event, event_rights] = await Promise.all(
        [
          countClass(db, reader.id, object.id, years),
          countFriendsOfClass(db, { readerId: reader.id, objectId: object.id, years }),
          isOfClass(db, reader.id, object.id, years),
          findClassChats(readerOf(request), object.id, key),
          nextEvent(readerOf(request), object.id, key),
          eventRights(reader.id, object.id, key),
        ],
      );
      const { start, end } = years;
      const sizes = {
        total,
        groups: groups.map((group) => ({
          ...group,
          chat: chats.get(studyGroupKey(group.name)) ?? null,
        })),
      };
      const reading = { friends, chat: chats.get(null) ?? null, mine };
      const events = { next_event, sees_events: event_rights !== null, event_rights };
      return { data: { object, key, end, start, ...sizes, ...reading, ...events } };
    },
  );

  app.get(
    "/objects/:id/classes/:key/members",
    {
      onRequest,
      schema: {
        tags,
        params: classParams,
        querystring: classMembersFilter,
        response: { 200: classMemberList },
      },
    },
    async (request) => {
      const { id, key } = request.params;
      const { id: readerId } = memberOf(request);
      if (request.query.q) await limits.consume("peopleSearch", readerId);
      return readFromReplica(readerId, async (replica) => {
        const objectId = await requireInstitutionId(replica, id);
        const asked = { readerId, objectId, years: yearsOf(key), ...request.query };
        return listClassMembers(replica, roster, asked);
      });
    },
  );
};

/** The route has checked the key. @throws {Failure} `not_found` */
function yearsOf(key: string): ClassYears {
  const years = readClassKey(key);
  if (!years) throw notFound();
  return years;
}

/** @throws {Failure} `not_found` */
async function requireInstitution(db: Db, locale: string, id: number) {
  const object = await db
    .selectFrom("objects")
    .select(["id", nameIn(sql.ref("objects.names"), locale).as("name")])
    .where("id", "=", institutionId(id))
    .executeTakeFirst();
  if (!object) throw notFound();
  return object;
}
