import { sql } from "kysely";
import { fullname } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { searchable } from "#server/searchable.ts";
import { nameOfMember } from "#server/seed/names.ts";

const atOnce = 5_000;

/** The nth seeded member's address. */
export const seededEmail = (n: number, domain: string) => `seeded${n}@${domain}`;

/** How many members have been seeded before, as their addresses tell. */
export async function countSeeded(trx: Db, domain: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(substring(email FROM 7 FOR char_length(email) - ${domain.length + 7})::int), 0) AS last
    FROM users WHERE email ~ '^seeded[1-9][0-9]{0,8}@' AND right(email, ${domain.length + 1}) = ${`@${domain}`}`.execute(
    trx,
  );
  return rows[0]?.last ?? 0;
}

interface Seeding {
  members: number;
  /** Of members seeded before. */
  before: number;
  domain: string;
  passwordHash: string;
}

/** Verified members, and which of them is the nth, from 0: the table `seeded`, until the transaction ends. */
export async function insertMembers(
  trx: Db,
  { members, before, domain, passwordHash }: Seeding,
): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE seeded (place integer PRIMARY KEY, user_id integer NOT NULL)
    ON COMMIT DROP`.execute(trx);
  for (let from = 0; from < members; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, members - from) }, (_, index) => {
      const n = before + from + index + 1;
      const name = nameOfMember(n);
      const search_name = searchable(fullname(name));
      return { ...name, search_name, place: from + index, email: seededEmail(n, domain) };
    });
    await sql`
      WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
          place integer, email text, surname text, name text, patronymic text, search_name text, locale text)
      ), inserted AS (
        INSERT INTO users (email, surname, name, patronymic, search_name, locale, password_hash, verified_at)
        SELECT email, surname, name, patronymic, search_name, locale, ${passwordHash}, now()
        FROM given ORDER BY place
        RETURNING id, email
      )
      INSERT INTO seeded (place, user_id)
      SELECT place, inserted.id FROM inserted JOIN given USING (email)`.execute(trx);
  }
  await sql`ANALYZE seeded`.execute(trx);
}

/** Each is friends with those seeded just before and after; of some the request waits still. */
export async function insertFriendships(trx: Db): Promise<void> {
  const distances = 5;
  await sql`
    INSERT INTO friendships (low_user, high_user, requested_by, created_at, accepted_at)
    SELECT least(one.user_id, other.user_id), greatest(one.user_id, other.user_id), one.user_id,
      now() - make_interval(mins => one.place % 10000 + 60),
      CASE WHEN (one.place + distance) % 10 > 0 THEN now() - make_interval(mins => one.place % 10000) END
    FROM generate_series(1, ${distances}::int) AS distance
    CROSS JOIN seeded AS one
    JOIN seeded AS other ON other.place = one.place + distance
    ORDER BY 1, 2`.execute(trx);
}
