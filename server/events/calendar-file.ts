/** Events as a calendar file (RFC 5545). Times are in UTC, so that they are right without a definition of any zone. */
import { sql } from "kysely";
import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { Db } from "#server/db/database.ts";
import { eventsOfOwnClasses, visibleEvents } from "#server/events/class-access.ts";
import { answerOf } from "#server/events/event-rows.ts";
import { plainLine } from "#server/infra/plain-line.ts";

/** A calendar includes past events of this many days. */
const pastDays = 90;
const eventsMax = 500;
const refreshedEveryS = 60 * 60;

const columns = [
  "class_events.id",
  "class_events.object_id",
  "class_events.class_key",
  "class_events.title",
  "class_events.text",
  "class_events.place",
  "class_events.starts_at",
  "class_events.ends_at",
  "class_events.created_at",
  "class_events.changed_at",
  "class_events.cancelled_at",
  "class_events.revision",
] as const;

export const findCalendarRow = (db: Db, readerId: number, eventId: number) =>
  visibleEvents(db, readerId)
    .select(columns)
    .where("class_events.id", "=", eventId)
    .executeTakeFirst();

/** Events of the reader's classes except those they declined. */
export const listCalendarRows = (db: Db, readerId: number) =>
  eventsOfOwnClasses(db, readerId)
    .select(columns)
    .where(sql<boolean>`class_events.over_at > now() - ${pastDays} * interval '1 day'`)
    .where(sql<boolean>`${answerOf(readerId)} IS DISTINCT FROM 'no'`)
    .orderBy("class_events.over_at", "desc")
    .orderBy("class_events.id", "desc")
    .limit(eventsMax)
    .execute();

interface FileOptions {
  deployment: Deployment;
  locale: string;
  /** Set for a calendar that programs subscribe to. */
  name?: string;
}

/** The whole file, with the line endings and folded lines of the format. */
export async function calendarFile(
  rows: Awaited<ReturnType<typeof listCalendarRows>>,
  { deployment, locale, name }: FileOptions,
): Promise<string> {
  // Loaded on demand, because most nodes of a small deployment never write one.
  const {
    default: createCalendar,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import("ical-generator");
  const calendar = createCalendar({
    prodId: { company: "Kampus", product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    // The library escapes texts of events, but not the name.
    ...(name !== undefined && {
      name: plainLine(name).replace(/[\\;,]/g, String.raw`\$&`),
      ttl: refreshedEveryS,
    }),
  });
  for (const row of rows) {
    const route = routes.classEvent(row.object_id, row.class_key, row.id);
    const url = hrefOf(deployment, locale, route);
    calendar.createEvent({
      id: `event-${row.id}@${deployment.rootDomain}`,
      sequence: row.revision,
      status: row.cancelled_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: row.changed_at,
      created: row.created_at,
      lastModified: row.changed_at,
      start: row.starts_at,
      ...(row.ends_at && row.ends_at > row.starts_at && { end: row.ends_at }),
      summary: row.title,
      ...(row.text !== "" && { description: row.text }),
      ...(row.place !== "" && { location: row.place }),
      url,
    });
  }
  return `${calendar.toString()}\r\n`;
}
