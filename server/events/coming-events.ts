/** The coming events of a member's classes, for the home page. */
import { type RawBuilder, sql } from "kysely";
import type { EventAnswer } from "#lib/events/schema.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { eventsOfOwnClasses } from "#server/events/class-access.ts";
import { answerOf, answersFor, isComer, isComing, isWithinDay } from "#server/events/event-rows.ts";
import type { Reader } from "#server/plugins/session.ts";

const shownMax = 3;
const aheadDays = 30;
/** How long a change of an event that is further ahead is shown as new. */
const changeDays = 7;
/** For this long a change is more urgent than that the event begins within a day, because not every member gets pushes. */
const urgentChangeDays = 1;

/** Since the reader answered yes or maybe, the event was `cancelled` or `changed`; `soon`: it begins within a day. */
type Change = "cancelled" | "changed" | "soon";

interface ComingEvent {
  id: number;
  title: string;
  place: string;
  /** In ISO 8601. */
  start: string;
  time_zone: string;
  going: number;
  my_answer: EventAnswer | null;
  object: { id: number; name: string };
  key: string;
  news: Change | null;
}

/**
 * Whether the current event was changed or cancelled after the reader answered yes or maybe, and not by them as the last.
 * `greatest` skips what is null.
 */
const isChanged = (readerId: number): RawBuilder<boolean> => sql`(
  class_events.revision > 0 AND EXISTS (
    SELECT FROM event_answers
    WHERE event_answers.event_id = class_events.id AND event_answers.user_id = ${readerId}
      AND ${isComer(sql.ref("event_answers.answer"))}
      AND class_events.changed_at > greatest(event_answers.answered_at, event_answers.changed_event_at)))`;

/** Whether that was in the last days. */
const isFreshlyChanged = (readerId: number, days: number): RawBuilder<boolean> => sql`(
  class_events.changed_at > now() - ${days} * interval '1 day' AND ${isChanged(readerId)})`;

/**
 * What the reader should know of the current event: that it was cancelled, that it was changed after they answered yes
 * or maybe, or that it begins within a day, which comes before a change of the days before.
 */
const changeFor = (readerId: number): RawBuilder<Change | null> => sql`CASE
  WHEN class_events.cancelled_at IS NOT NULL THEN 'cancelled'
  WHEN ${isFreshlyChanged(readerId, urgentChangeDays)} THEN 'changed'
  WHEN ${isWithinDay} THEN 'soon'
  WHEN ${isChanged(readerId)} THEN 'changed' END`;

/**
 * At most three events of the next 30 days, the soonest first. Declined ones are left out; cancelled ones are shown
 * to members who answered yes or maybe. Returns besides up to three later events that were changed or cancelled in
 * the last days, after the reader had answered yes or maybe.
 */
export const comingEvents = (db: Db, reader: Reader): AnswerPart<ComingEvent[]> => ({
  column: rowsColumn(sql`${comingRows(db, reader)}`),
  read(value) {
    const rows = value as ComingRow[]; // the column above lists them
    return rows.map(({ starts_at, answers, object_id, object_name, ...event }) => ({
      ...event,
      start: new Date(starts_at).toISOString(),
      going: answers.going,
      object: { id: object_id, name: object_name },
    }));
  },
});

type ComingRow = Omit<ComingEvent, "start" | "going" | "object"> & {
  /** JSON turns the time into a string. */
  starts_at: string;
  answers: { going: number };
  object_id: number;
  object_name: string;
};

function comingRows(db: Db, reader: Reader) {
  return db
    .selectFrom("class_events")
    .innerJoin(chosenIds(db, reader.id).as("chosen"), "chosen.id", "class_events.id")
    .innerJoin("object_names", "object_names.object_id", "class_events.object_id")
    .where("object_names.locale", "=", reader.locale)
    .select([
      "class_events.id",
      "class_events.title",
      "class_events.place",
      "class_events.starts_at",
      "class_events.time_zone",
      answersFor(reader.id).as("answers"),
      answerOf(reader.id).as("my_answer"),
      "class_events.object_id",
      "class_events.class_key as key",
      "object_names.name as object_name",
      changeFor(reader.id).as("news"),
    ])
    .orderBy("class_events.starts_at")
    .orderBy("class_events.id");
}

/** Chooses the soonest events and the freshly changed ones separately, because otherwise the soonest would take all places. */
function chosenIds(db: Db, readerId: number) {
  const answer = answerOf(readerId);
  const candidates = eventsOfOwnClasses(db, readerId)
    .select([
      "class_events.id",
      "class_events.starts_at",
      "class_events.changed_at",
      sql<boolean>`class_events.starts_at < now() + ${aheadDays} * interval '1 day'`.as("is_near"),
      isFreshlyChanged(readerId, changeDays).as("is_changed"),
    ])
    .where(isComing)
    .where(
      sql<boolean>`CASE WHEN class_events.cancelled_at IS NULL
      THEN ${answer} IS DISTINCT FROM 'no' ELSE ${isComer(answer)} END`,
    );
  return sql<{ id: number }>`(
    SELECT id FROM (
      SELECT id, is_near, is_changed,
        row_number() OVER (ORDER BY is_near DESC, starts_at, id) AS place,
        row_number() OVER (ORDER BY is_changed DESC, changed_at DESC, id) AS change_place
      FROM (${candidates}) AS candidate) AS ranked
    WHERE (is_near AND place <= ${shownMax}) OR (is_changed AND change_place <= ${shownMax}))`;
}
