/** Making, changing, cancelling and answering events (D-EVENTS). */
import { type OnConflictBuilder, sql, type Transaction } from "kysely";
import type { ClassEvent, EventAnswer, EventInput, NewEventInput } from "#lib/events/schema.ts";
import type { Tables } from "#server/db/tables.ts";
import {
  type ClassPlace,
  findClassAccess,
  isOfEvent,
  mayChange,
  visibleEvents,
} from "#server/events/class-access.ts";
import { isUnblocked } from "#server/visibility.ts";
import type { EventNotice } from "#server/events/compose-event-notice.ts";
import {
  isFar,
  lockEventsBeside,
  lockEventsOf,
  requireRoom,
  requireRoomForFar,
} from "#server/events/event-room.ts";
import { isComer, isComing, isOver } from "#server/events/event-rows.ts";
import { publishToClass, publishToMember } from "#server/events/publish-event.ts";
import { type EventSource, findEvent } from "#server/events/read-events.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { lockInstitutionId } from "#server/params/objects.ts";
import type { Reader } from "#server/plugins/session.ts";
import type { Publish } from "#server/realtime/realtime.ts";

export interface QueuedPushes {
  /** Queues pushes with the change that causes them. */
  enqueue(
    trx: Transaction<Tables>,
    notices: { notice: EventNotice; userIds: number[] }[],
  ): Promise<void>;
  /** Must be called after that commit. */
  wake(): void;
}

interface Options extends EventSource {
  checkTitle: CheckName;
  pushes: QueuedPushes;
  publish: Publish;
}

interface MadeEvent {
  event: ClassEvent;
  /** Whether this `client_id` was stored before, so that the earlier event is answered. */
  repeated: boolean;
}

export type EventChanges = ReturnType<typeof createEventChanges>;

export function createEventChanges({ checkTitle, pushes, publish, ...source }: Options) {
  const { db } = source;
  const readEvent = async (reader: Reader, eventId: number): Promise<ClassEvent> => {
    const event = await findEvent(source, reader, eventId);
    if (!event) throw notFound();
    return event;
  };
  const publishAndRead = async (reader: Reader, eventId: number) => {
    await publishToClass(db, publish, eventId);
    return readEvent(reader, eventId);
  };
  /** Notifies the members who attend and the author, but not who did it, unless nothing has changed. */
  const changeAndNotify = async (
    reader: Reader,
    eventId: number,
    change: (trx: Transaction<Tables>) => Promise<Omit<EventNotice, "event_id"> | null>,
  ) => {
    const isChanged = await db.transaction().execute(async (trx) => {
      const notice = await change(trx);
      if (!notice) return false;
      const userIds = (await findChangeRecipients(trx, eventId)).filter((id) => id !== reader.id);
      if (userIds.length > 0)
        await pushes.enqueue(trx, [{ notice: { ...notice, event_id: eventId }, userIds }]);
      return true;
    });
    if (!isChanged) return readEvent(reader, eventId);
    pushes.wake();
    return publishAndRead(reader, eventId);
  };

  return {
    /**
     * A repetition is published again, because the first answer may have been lost before its publication.
     * @throws {Failure} `not_found`: the reader may not see events of the class; `forbidden`: they see them
     * without being of it; `conflict`: there are too many (`requireRoom`).
     */
    async create(reader: Reader, place: ClassPlace, input: NewEventInput): Promise<MadeEvent> {
      checkTitle({ title: input.title });
      const { id, repeated } = await db
        .transaction()
        .execute((trx) => insertEvent(trx, reader.id, place, input));
      return { event: await publishAndRead(reader, id), repeated };
    },

    /**
     * @throws {Failure} `not_found`; `forbidden`: it belongs to another member; `conflict`: it was cancelled or is
     * over, or its author has too many as far ahead.
     */
    async change(reader: Reader, eventId: number, input: EventInput): Promise<ClassEvent> {
      checkTitle({ title: input.title });
      return changeAndNotify(reader, eventId, (trx) => updateEvent(trx, reader.id, eventId, input));
    },

    /** Cancelling cannot be undone. @throws {Failure} as `change` */
    async cancel(reader: Reader, eventId: number): Promise<ClassEvent> {
      return changeAndNotify(reader, eventId, (trx) => cancelEvent(trx, reader.id, eventId));
    },

    /** @throws {Failure} `not_found`; `conflict`: it was cancelled or is over. */
    async answer(reader: Reader, eventId: number, answer: EventAnswer): Promise<ClassEvent> {
      const isStored = await storeAnswer(source, reader.id, eventId, answer);
      const event = await readEvent(reader, eventId);
      if (!isStored) throw new Failure("conflict", { messageKey: messageOfClosed(event) });
      await publishToMember(db, publish, eventId, reader.id);
      return event;
    },

    /**
     * Publishes that the operator has taken the event down, and notifies the members who attend and its author where it
     * was cancelled by that. `cancelled`: its revision then; null where it was not. Pushes are queued last, since a
     * publication that fails is repeated whole.
     */
    async publishTakenDown(eventId: number, cancelled: number | null): Promise<void> {
      await publishToClass(db, publish, eventId);
      if (cancelled === null) return;
      const notice = { event_id: eventId, news: "cancelled" as const, revision: cancelled };
      await db.transaction().execute(async (trx) => {
        const userIds = await findChangeRecipients(trx, eventId);
        if (userIds.length > 0) await pushes.enqueue(trx, [{ notice, userIds }]);
      });
      pushes.wake();
    },
  };
}

const isPast = (iso: string) => Date.parse(iso) <= Date.now();

const messageOfClosed = ({ cancelled_at }: { cancelled_at: string | Date | null }) =>
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

async function insertEvent(
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

async function updateEvent(
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
  if (input.end !== null && isPast(input.end)) throw invalidField("end", "Site.eventInPast");
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

const cancelEvent = async (trx: Transaction<Tables>, readerId: number, eventId: number) =>
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
async function storeAnswer(
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
      AND ${isOfEvent(readerId)} AND ${isUnblocked(readerId)}
    ON CONFLICT (event_id, user_id) DO UPDATE SET answer = excluded.answer, answered_at = now()
    RETURNING event_id`.execute(db);
  return rows.length > 0;
}

/** The ids of members who attend, and of the author unless they declined. */
async function findChangeRecipients(trx: Transaction<Tables>, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM event_answers
    WHERE event_id = ${eventId} AND ${isComer(sql.ref("answer"))}
    UNION
    SELECT author_id FROM class_events
    WHERE id = ${eventId} AND NOT EXISTS (
      SELECT FROM event_answers WHERE event_id = class_events.id AND user_id = author_id)`.execute(
    trx,
  );
  return rows.map(({ user_id }) => user_id);
}
