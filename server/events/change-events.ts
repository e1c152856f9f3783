/** Making, changing, cancelling and answering events (D-EVENTS). */
import { sql, type Transaction } from "kysely";
import type { ClassEvent, EventAnswer, EventInput, NewEventInput } from "#lib/events/schema.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ClassPlace } from "#server/events/class-access.ts";
import type { EventNotice } from "#server/events/compose-event-notice.ts";
import { isComer } from "#server/events/event-rows.ts";
import { publishToClass, publishToMember } from "#server/events/publish-event.ts";
import { type EventSource, findEvent } from "#server/events/read-events.ts";
import {
  cancelEvent,
  insertEvent,
  messageOfClosed,
  storeAnswer,
  updateEvent,
} from "#server/events/store-event.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import type { CheckName } from "#server/members/check-name.ts";
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
      const isOwnAnswer = sql`event_id = ${eventId} AND user_id = ${reader.id}`;
      // A purge of the author locks the answers before the event, too.
      await sql`SELECT FROM event_answers WHERE ${isOwnAnswer} FOR NO KEY UPDATE`.execute(trx);
      const notice = await change(trx);
      if (!notice) return false;
      // The change is no news to whoever made it.
      await sql`UPDATE event_answers SET changed_event_at = now() WHERE ${isOwnAnswer}`.execute(
        trx,
      );
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
