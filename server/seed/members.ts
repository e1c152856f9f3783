import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { searchableName } from "#server/db/searchable.ts";
import { nameOfMember } from "#server/seed/names.ts";
import { seededEmail, type SeedPlan } from "#server/seed/plan.ts";

/** Verified members at the places from `from` to before `to`; the first place is 0. */
export async function insertMembers(
  trx: Db,
  { asked, before, firstIds, passwordHash, at }: SeedPlan,
  from: number,
  to: number,
): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const place = from + index;
    const n = before + place + 1;
    const name = nameOfMember(n);
    const search_name = searchableName(name);
    return {
      id: firstIds.users + place,
      email: seededEmail(n, asked.domain),
      ...name,
      search_name,
    };
  });
  await sql`
    INSERT INTO users (id, email, surname, name, patronymic, search_name, locale, password_hash, verified_at, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, email, surname, name, patronymic, search_name, locale, ${passwordHash}, ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
      id integer, email text, surname text, name text, patronymic text, search_name text, locale text)
    ORDER BY id`.execute(trx);
}
