/** Birthdays of friends and classmates, for the home page. */
import { sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import { knownTimeZone } from "#lib/validation/time-zone-schema.ts";
import {
  findableMembers,
  personColumns,
  type Persons,
  type StoredPerson,
} from "#server/auth/person.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { isBirthdayVisible } from "#server/members/birthday.ts";

const daysAhead = 3;

interface KeptOn {
  date: string;
  inDays: number;
  month: number;
  day: number;
}

/** A birthday today or within the next days. */
interface ComingBirthday {
  person: Person;
  /** A birthday on 29 February counts as the 28th in years without a 29th. */
  in_days: number;
}

interface BirthdayReader {
  id: number;
  timeZone: string | null;
}

/**
 * At most `limit` birthdays of today and the next three days in the reader's time zone, the soonest first, as far as
 * the reader may see them (D-BIRTHDAY).
 */
export function comingBirthdays(
  db: Db,
  persons: Persons,
  { id: readerId, timeZone }: BirthdayReader,
  { limit = 10, now = new Date() } = {},
): AnswerPart<ComingBirthday[]> {
  const kept = birthdaysFrom(now, timeZone);
  const born = findableMembers(db, readerId)
    .innerJoin(bornOn(readerId, kept), "born.id", "users.id")
    .select([...personColumns(readerId), "born.index"])
    .where("users.id", "<>", readerId)
    .where(isBirthdayVisible(readerId))
    .orderBy("born.index")
    .orderBy("users.id")
    .limit(limit);
  return {
    column: rowsColumn(sql`${born}`),
    read(value) {
      const rows = value as (StoredPerson & { index: number })[]; // the column above lists them
      return rows.map(({ index, ...person }) => ({
        person: persons.toPerson(person),
        in_days: kept[index - 1]?.inDays ?? 0,
      }));
    },
  };
}

/**
 * Friends and classmates with a birthday on one of these days, and on which. `OFFSET 0` skips no row, but keeps the
 * planner from asking first who shows it to the reader: of some thousand classmates few have their birthday then.
 */
const bornOn = (readerId: number, kept: KeptOn[]) =>
  sql<{ id: number; index: number }>`(
    SELECT users.id, kept.index
    FROM (${friendsAndClassmates(readerId)}) AS known (id) JOIN users ON users.id = known.id
    JOIN unnest(${kept.map(({ month }) => month)}::int[], ${kept.map(({ day }) => day)}::int[])
      WITH ORDINALITY AS kept (month, day, index) ON (kept.month, kept.day) = (users.birth_month, users.birth_day)
    OFFSET 0)`.as<"born">(sql`born`);

/** Friends and members of the reader's classes, each found by an index that holds nobody else. */
export const friendsAndClassmates = (readerId: number) => sql`
  SELECT high_user FROM friendships WHERE low_user = ${readerId} AND accepted_at IS NOT NULL
  UNION SELECT low_user FROM friendships WHERE high_user = ${readerId} AND accepted_at IS NOT NULL
  UNION SELECT theirs.user_id FROM class_members AS mine JOIN class_members AS theirs USING (object_id, ended, began)
    WHERE mine.user_id = ${readerId}`;

/** The days whose birthdays are celebrated today and on the days after it, in order. */
export function birthdaysFrom(now: Date, timeZone: string | null | undefined): KeptOn[] {
  // Sweden writes dates as in ISO 8601.
  const today = new Intl.DateTimeFormat("sv-SE", {
    timeZone: knownTimeZone(timeZone),
    dateStyle: "short",
  }).format(now);
  return Array.from({ length: daysAhead + 1 }, (_, inDays) => inDays).flatMap((inDays) => {
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + inDays);
    const on = { date: date.toISOString().slice(0, 10), inDays };
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
    const keepsLeapDay = month === 2 && day === 28 && !isLeapYear(date.getUTCFullYear());
    return [{ ...on, month, day }, ...(keepsLeapDay ? [{ ...on, month, day: 29 }] : [])];
  });
}

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
