/** The pushes about a change, a cancellation or the day before an event. */
import { sql } from "kysely";
import { routes, hrefOf } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { Db } from "#server/db/database.ts";
import { isOfEvent } from "#server/events/class-access.ts";
import { isComer, isComing, isWithinDay } from "#server/events/event-rows.ts";
import { translatorFor } from "#server/infra/translations.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import { isUnblocked } from "#server/visibility.ts";

/** A change of an event; `revision` is the number that the event had after it. */
export interface EventNotice {
  event_id: number;
  news: "changed" | "cancelled" | "reminder";
  revision: number;
}

interface NoticeRow {
  user_id: number;
  locale: string;
  user_time_zone: string | null;
  object_id: number;
  class_key: string;
  title: string;
  place: string;
  starts_at: Date;
  time_zone: string;
}

/**
 * Returns the push for each of `userIds` who still attends, or is the author without an answer, and may still see the
 * event. Outdated notices are dropped: a change that was followed by another, and a reminder after the event was moved to
 * another day, was cancelled or has begun.
 */
export const createComposeEventNotice =
  ({ db, deployment }: { db: Db; deployment: Deployment }) =>
  async (notice: EventNotice, userIds: number[]) => {
    const rows = await listRecipients(db, notice, userIds);
    return new Map(rows.map((row) => [row.user_id, toPush(notice, row, deployment)]));
  };

function toPush(notice: EventNotice, row: NoticeRow, deployment: Deployment) {
  const t = translatorFor(row.locale);
  const when = mailMoment(row.starts_at, row.user_time_zone ?? row.time_zone);
  const key = { changed: "eventChanged", cancelled: "eventCancelled", reminder: "eventReminder" };
  const body = t(`Notices.${key[notice.news]}`, { when });
  const route = routes.classEvent(row.object_id, row.class_key, notice.event_id);
  return {
    topic: `event-${notice.event_id}`,
    urgency: "normal" as const,
    payload: {
      kind: "event" as const,
      user_id: row.user_id,
      event_id: notice.event_id,
      revision: notice.revision,
      news: notice.news,
      title: row.title,
      body: row.place === "" || notice.news === "cancelled" ? body : `${body}\n${row.place}`,
      icon: null,
      /**
       * A whole address, because the pages of classes are on another surface than the chats, which receive the pushes.
       */
      url: hrefOf(deployment, row.locale, route),
    },
  };
}

/** A reminder holds whatever else has changed, because the event is reminded of once and its push says how it is now. */
function isCurrent({ news, revision }: EventNotice) {
  if (news === "cancelled") return sql<boolean>`class_events.cancelled_at IS NOT NULL`;
  const holds = news === "reminder" ? isWithinDay : sql`class_events.revision = ${revision}`;
  return sql<boolean>`(class_events.cancelled_at IS NULL AND ${holds})`;
}

async function listRecipients(
  db: Db,
  notice: EventNotice,
  userIds: number[],
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT users.id AS user_id, users.locale, users.time_zone AS user_time_zone,
      class_events.object_id, class_events.class_key, class_events.title, class_events.place,
      class_events.starts_at, class_events.time_zone
    FROM class_events
    JOIN users ON users.id = ANY(${userIds}::int[])
    LEFT JOIN event_answers ON event_answers.event_id = class_events.id AND event_answers.user_id = users.id
    WHERE class_events.id = ${notice.event_id}
      AND (${isComer(sql.ref("event_answers.answer"))}
        OR (event_answers.answer IS NULL AND users.id = class_events.author_id))
      AND ${isComing} AND ${isCurrent(notice)}
      AND ${isOfEvent(sql.ref("users.id"))} AND ${isUnblocked(sql.ref("class_events.author_id"))}`.execute(
    db,
  );
  return rows;
}
