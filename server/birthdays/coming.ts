/** Birthdays of friends and classmates, for the home page. */
import { sql } from "kysely";
import type { ComingBirthday } from "#lib/birthdays/schema.ts";
import { defaultTimeZone, isTimeZone } from "#lib/validation/time-zone-schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { birthdayOf, isBirthdayVisible, isSameClass } from "#server/members/birthday.ts";

const daysAhead = 3;

interface KeptOn {
  date: string;
  inDays: number;
  month: number;
  day: number;
}

/**
 * At most `limit` birthdays of today and the next three days in the reader's time zone, the soonest first, of those
 * whom the reader may know it of. One query for the people, beside the time zone of the reader.
 */
export async function comingBirthdays(
  { db, persons }: { db: Db; persons: Persons },
  reader: { id: number },
  { limit = 10, now = new Date() } = {},
): Promise<ComingBirthday[]> {
  const row = await db
    .selectFrom("users")
    .select("time_zone")
    .where("id", "=", reader.id)
    .executeTakeFirst();
  const kept = birthdaysFrom(now, row?.time_zone);
  const rows = await findableMembers(db, reader.id)
    .innerJoin(
      sql<{ index: number; month: number; day: number }>`unnest(
        ${kept.map(({ month }) => month)}::int[], ${kept.map(({ day }) => day)}::int[]) WITH ORDINALITY`.as<"kept">(
        sql`kept (month, day, index)`,
      ),
      (join) =>
        join
          .onRef("kept.month", "=", "users.birth_month")
          .onRef("kept.day", "=", "users.birth_day"),
    )
    .select([...personColumns(reader.id), birthdayOf.as("birthday"), "kept.index"])
    .where("users.id", "<>", reader.id)
    .where(sql<boolean>`users.id IN (${peopleOf(reader.id)})`)
    .where(isBirthdayVisible(reader.id))
    .orderBy("kept.index")
    .orderBy("users.id")
    .limit(limit)
    .execute();
  return rows.flatMap((found) => {
    const on = kept[Number(found.index) - 1];
    if (!on || !found.birthday) return [];
    return {
      person: persons.toPerson(found),
      ...found.birthday,
      date: on.date,
      in_days: on.inDays,
    };
  });
}

/** Friends and members of the reader's classes, each found by an index. */
const peopleOf = (readerId: number) => sql`
  SELECT high_user FROM friendships WHERE low_user = ${readerId} AND accepted_at IS NOT NULL
  UNION SELECT low_user FROM friendships WHERE high_user = ${readerId} AND accepted_at IS NOT NULL
  UNION SELECT theirs.user_id FROM educations AS mine JOIN educations AS theirs ON ${isSameClass}
    WHERE mine.user_id = ${readerId}`;

/** Which birthdays are kept today and on the days after it, in order. */
export function birthdaysFrom(now: Date, timeZone: string | null | undefined): KeptOn[] {
  const zone = timeZone && isTimeZone(timeZone) ? timeZone : defaultTimeZone;
  // Sweden writes dates as ISO 8601 does.
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(
    now,
  );
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
