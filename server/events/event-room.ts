/** How many coming events a class and an author of it have room for (D-EVENTS). */
import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { isSuspended } from "#server/auth/repository.ts";
import type { ClassPlace } from "#server/events/class-access.ts";
import { isComing } from "#server/events/event-rows.ts";
import { Failure } from "#server/http/failure.ts";
import { dayMs } from "#server/infra/durations.ts";

const ofClassMax = 100;
const ofAuthorMax = 20;
/** How many events more than a year ahead one author may have, so that few cannot fill a class for years. */
const farOfAuthorMax = 3;
const farDays = 365;

type Trx = Transaction<Tables>;

/** Whether an event that is over then takes one of its author's places for far ones. */
export const isFar = (overAt: Date): boolean => overAt.getTime() > Date.now() + farDays * dayMs;

/** Until the transaction ends nobody else makes an event at the institution, so that concurrent ones count each other. */
export async function lockEventsOf(trx: Trx, objectId: number): Promise<void> {
  await trx
    .selectFrom("objects")
    .select("id")
    .where("id", "=", objectId)
    .forNoKeyUpdate()
    .execute();
}

/** As `lockEventsOf`, for the institution of an event. It precedes the lock of the event, as it does in merges. */
export async function lockEventsBeside(trx: Trx, eventId: number): Promise<void> {
  await trx
    .selectFrom("class_events")
    .innerJoin("objects", "objects.id", "class_events.object_id")
    .select("objects.id")
    .where("class_events.id", "=", eventId)
    .forNoKeyUpdate("objects")
    .execute();
}

/** @throws {Failure} `conflict` where the class or the author has no room for another event that is over then */
export async function requireRoom(
  trx: Trx,
  place: ClassPlace,
  authorId: number,
  overAt: Date,
): Promise<void> {
  const own = await countOwn(trx, place, authorId);
  if (own.coming >= ofAuthorMax || (await countOfClass(trx, place)) >= ofClassMax)
    throw new Failure("conflict", { messageKey: "Errors.eventsFull" });
  if (isFar(overAt) && own.far >= farOfAuthorMax) throw tooManyFar();
}

/** @throws {Failure} `conflict` where the author has no room for another far event */
export async function requireRoomForFar(
  trx: Trx,
  place: ClassPlace,
  authorId: number,
): Promise<void> {
  const { far } = await countOwn(trx, place, authorId);
  if (far >= farOfAuthorMax) throw tooManyFar();
}

const tooManyFar = () => new Failure("conflict", { messageKey: "Errors.farEventsFull" });

const comingOf = (trx: Trx, { objectId, key }: ClassPlace) =>
  trx
    .selectFrom("class_events")
    .where("object_id", "=", objectId)
    .where("class_key", "=", key)
    .where(isComing);

/**
 * Cancelled events take no room, nor do those whose author is suspended or has closed their account: only the owner of
 * the chat could cancel these, and not every class has one. It reads on only until the class is full.
 */
async function countOfClass(trx: Trx, place: ClassPlace): Promise<number> {
  const rows = await comingOf(trx, place)
    .innerJoin("users", "users.id", "class_events.author_id")
    .select("class_events.id")
    .where("cancelled_at", "is", null)
    .where("users.deleted_at", "is", null)
    .where((eb) => eb.not(isSuspended))
    .limit(ofClassMax)
    .execute();
  return rows.length;
}

/** Counts cancelled ones, too, so that nobody floods the list by making and cancelling. */
const countOwn = (trx: Trx, place: ClassPlace, authorId: number) =>
  comingOf(trx, place)
    .where("author_id", "=", authorId)
    .select([
      sql<number>`count(*)::int`.as("coming"),
      sql<number>`(count(*) FILTER (WHERE over_at > now() + make_interval(days => ${farDays})))::int`.as(
        "far",
      ),
    ])
    .executeTakeFirstOrThrow();
