/** The changes of an event, each in a transaction of its caller, but for an answer. */
import { type OnConflictBuilder, sql, type Transaction } from "kysely";
import {
  type EventAnswer,
  type EventInput,
  type NewEventInput,
  overMsOf,
} from "#lib/events/schema.ts";
import type { Tables } from "#server/db/tables.ts";
import {
  type ClassPlace,
  findClassAccess,
  mayChange,
  seesEvent,
  visibleEvents,
} from "#server/events/class-access.ts";
import {
  isFar,
  lockEventsBeside,
  lockEventsOf,
  requireRoom,
  requireRoomForFar,
} from "#server/events/event-room.ts";
import { isComing, isOver } from "#server/events/event-rows.ts";
import type { EventSource } from "#server/events/read-events.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import { lockInstitutionId } from "#server/params/objects.ts";

const isPast = (iso: string) => Date.parse(iso) <= Date.now();

export const messageOfClosed = ({ cancelled_at }: { cancelled_at: string | Date | null }) =>
  cancelled_at === null ? "Errors.eventOver" : "Errors.eventCancelled";

/** A reminder at the time of the answers themselves would be useless. */
const remindedAt = (start: Date) => sql<Date | null>`
  CASE WHEN ${start}::timestamptz <= now() + interval '24 hours' THEN now() END`;

const columnsOf = ({ title, text, place, start, end, time_zone }: EventInput) => ({
  title,
  text,
  place,
  time_zone,
  starts_at: new Date(start),
  ends_at: end === null ? null : new Date(end),
});

const overAtOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date | null }) =>
  ends_at ?? starts_at;

export async function insertEvent(
  trx: Transaction<Tables>,
  authorId: number,
  given: ClassPlace,
  input: NewEventInput,
): Promise<{ id: number; repeated: boolean }> {
  const columns = columnsOf(input);
  const client_id = input.client_id ?? null;
  // Found under the lock: a merge that this waited for has moved the class to the other institution.
  const objectId = await lockInstitutionId(trx, given.objectId);
  if (objectId === undefined) throw notFound();
  const place = { ...given, objectId };
  await lockEventsOf(trx, objectId);
  // Comes first, because meanwhile the event may have begun, or its author may have left the class.
  const before = client_id && (await findMade(trx, authorId, client_id));
  if (before) return { ...before, repeated: true };
  if (isPast(input.start)) throw invalidField("start", "Site.eventInPast");
  const access = await findClassAccess(trx, authorId, place);
  if (!access.seesEvents) throw notFound();
  if (!access.isOfClass) throw new Failure("forbidden", { messageKey: "Errors.eventOfClassOnly" });
  await requireRoom(trx, place, authorId, overAtOf(columns));
  const made = await trx
    .insertInto("class_events")
    .values({
      object_id: place.objectId,
      class_key: place.key,
      author_id: authorId,
      client_id,
      ...columns,
      reminded_at: remindedAt(columns.starts_at),
    })
    .onConflict(isMadeBefore)
    .returning("id")
    .executeTakeFirst();
  // Made at the same moment at another institution, which no page does.
  if (!made) throw new Failure("conflict");
  return { ...made, repeated: false };
}

const isMadeBefore = (conflict: OnConflictBuilder<Tables, "class_events">) =>
  conflict.columns(["author_id", "client_id"]).where("client_id", "is not", null).doNothing();

const findMade = (trx: Transaction<Tables>, authorId: number, clientId: string) =>
  trx
    .selectFrom("class_events")
    .select("id")
    .where("author_id", "=", authorId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();

/** Locks the event until the transaction ends, and returns it to a member who may change it. @throws {Failure} */
async function lockEvent(trx: Transaction<Tables>, readerId: number, eventId: number) {
  const row = await visibleEvents(trx, readerId)
    .selectAll("class_events")
    .select([mayChange(readerId).as("may_change"), isOver.as("is_over")])
    .where("class_events.id", "=", eventId)
    .forUpdate("class_events")
    .executeTakeFirst();
  if (!row) throw notFound();
  if (!row.may_change) throw new Failure("forbidden", { messageKey: "Errors.eventNotYours" });
  return row;
}

export async function updateEvent(
  trx: Transaction<Tables>,
  readerId: number,
  eventId: number,
  input: EventInput,
) {
  const after = columnsOf(input);
  const becomesFar = isFar(overAtOf(after));
  if (becomesFar) await lockEventsBeside(trx, eventId);
  const before = await lockEvent(trx, readerId, eventId);
  if (before.cancelled_at || before.is_over)
    throw new Failure("conflict", { messageKey: messageOfClosed(before) });
  const isMoved = after.starts_at.getTime() !== before.starts_at.getTime();
  if (isMoved && isPast(input.start)) throw invalidField("start", "Site.eventInPast");
  // Also without an end: it would be over at once, and nobody could put that right.
  if (overMsOf(input) <= Date.now()) throw invalidField("end", "Site.eventInPast");
  const isSame =
    !isMoved &&
    after.ends_at?.getTime() === before.ends_at?.getTime() &&
    (["title", "text", "place", "time_zone"] as const).every(
      (name) => after[name] === before[name],
    );
  if (isSame) return null;
  if (becomesFar && !isFar(before.over_at)) {
    const place = { objectId: before.object_id, key: before.class_key };
    await requireRoomForFar(trx, place, before.author_id);
  }
  const revision = before.revision + 1;
  await trx
    .updateTable("class_events")
    .set({
      ...after,
      revision,
      changed_at: sql<Date>`now()`,
      ...(isMoved && { reminded_at: remindedAt(after.starts_at) }),
    })
    .where("id", "=", eventId)
    .execute();
  return { news: "changed" as const, revision };
}

export const cancelEvent = async (trx: Transaction<Tables>, readerId: number, eventId: number) =>
  cancelLocked(trx, await lockEvent(trx, readerId, eventId));

type LockedEvent = Awaited<ReturnType<typeof lockEvent>>;

/** Null where it was cancelled before. @throws {Failure} `conflict`: it is over. */
export async function cancelLocked(
  trx: Transaction<Tables>,
  before: Pick<LockedEvent, "id" | "cancelled_at" | "is_over" | "revision">,
) {
  if (before.cancelled_at) return null;
  if (before.is_over) throw new Failure("conflict", { messageKey: "Errors.eventOver" });
  const revision = before.revision + 1;
  const now = sql<Date>`now()`;
  await trx
    .updateTable("class_events")
    .set({ cancelled_at: now, changed_at: now, revision })
    .where("id", "=", before.id)
    .execute();
  return { news: "cancelled" as const, revision };
}

/** Stores the member's answer in place of their former one. False if the event is closed, or the member may not see it. */
export async function storeAnswer(
  { db }: EventSource,
  readerId: number,
  eventId: number,
  answer: EventAnswer,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO event_answers (event_id, user_id, answer)
    SELECT class_events.id, ${readerId}, ${answer}
    FROM class_events JOIN users ON users.id = class_events.author_id
    WHERE class_events.id = ${eventId} AND cancelled_at IS NULL AND ${isComing}
      AND ${seesEvent(readerId)}
    ON CONFLICT (event_id, user_id) DO UPDATE SET answer = excluded.answer, answered_at = now()
    RETURNING event_id`.execute(db);
  return rows.length > 0;
}
