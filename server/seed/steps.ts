/** The steps of a seeding in their order, each done in numbered parts. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { searchableName } from "#server/db/searchable.ts";
import type { DroppedIndexes } from "#server/seed/dropped-indexes.ts";
import { insertEducations, insertJobs } from "#server/seed/periods.ts";
import { insertFriendships } from "#server/seed/friendships.ts";
import { nameOfMember } from "#server/seed/names.ts";
import { joinedAt, seededEmail, seededTables, type SeedPlan } from "#server/seed/plan.ts";
import type { Seeding } from "#server/seed/progress.ts";

export interface Step {
  name: string;
  /** How many items the step has, and how many are done at once. */
  total: number;
  atOnce: number;
  /** The cost of one item, relative to those of other steps. */
  weight: number;
  /** How many rows one item adds. */
  rows: number;
  /** VACUUM runs in no transaction: it may run twice. */
  outsideTransaction?: boolean;
  /** Does the items from `from` to before `to`. */
  run: (db: Db, from: number, to: number) => Promise<void>;
}

export function stepsOf({ plan, laid_aside }: Seeding): Step[] {
  const { members, educations, friendships } = plan.asked;
  const entries = educations + plan.jobs;
  const rows = members + entries + friendships;
  return [
    {
      name: "members",
      total: members,
      atOnce: 1_000,
      weight: (members * 14 + entries * 7) / members,
      rows: 1 + entries / members,
      async run(trx, from, to) {
        await insertMembers(trx, plan, from, to);
        await insertEducations(trx, plan, from, to);
        await insertJobs(trx, plan, from, to);
      },
    },
    {
      name: "friendships",
      total: members,
      atOnce: 1_000,
      weight: friendships / members,
      rows: friendships / members,
      run: (trx, from, to) => insertFriendships(trx, plan, from, to),
    },
    {
      name: "indexes",
      ...making(laid_aside.filter(({ table }) => table !== "people")),
      weight: rows / 8,
    },
    {
      name: "people to find",
      total: members,
      atOnce: 1_000,
      weight: 30,
      rows: 1,
      run: (trx, from, to) => indexPeople(trx, plan, from, to),
    },
    {
      name: "indexes of people",
      ...making(laid_aside.filter(({ table }) => table === "people")),
      weight: members * 15,
    },
    {
      // Queries are planned by the current number of rows and by which pages are all visible.
      name: "statistics",
      total: seededTables.length,
      atOnce: 1,
      weight: rows / 20,
      rows: 0,
      outsideTransaction: true,
      async run(db, from, to) {
        for (const table of seededTables.slice(from, to))
          await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(db);
      },
    },
  ];
}

const making = (dropped: DroppedIndexes): Pick<Step, "total" | "atOnce" | "rows" | "run"> => ({
  total: dropped.length,
  atOnce: 1,
  rows: 0,
  async run(trx, from, to) {
    await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(trx);
    for (const { make } of dropped.slice(from, to)) await sql.raw(make).execute(trx);
  },
});

/** Until here the triggers that write the index of people and the classes (migrations 0007, 0030) were off. */
async function indexPeople(trx: Db, plan: SeedPlan, from: number, to: number): Promise<void> {
  if (from === 0) await sql`ANALYZE users, educations, jobs`.execute(trx);
  await sql`SET LOCAL work_mem = '64MB'`.execute(trx);
  const first = plan.firstIds.users;
  await sql`
    SELECT index_people(ids), index_class_members(ids)
    FROM (SELECT ARRAY(SELECT generate_series(${first + from}::int, ${first + to - 1}::int))) AS seeded(ids)`.execute(
    trx,
  );
}

/** Verified members at the positions from `from` to before `to`; the first position is 0. */
async function insertMembers(trx: Db, plan: SeedPlan, from: number, to: number): Promise<void> {
  const { asked, before, firstIds, passwordHash } = plan;
  const joined = joinedAt(plan, sql`id - ${firstIds.users}::int`);
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
      ...birthdayOfMember(n),
    };
  });
  await sql`
    INSERT INTO users (id, email, surname, name, patronymic, search_name, locale, password_hash, verified_at, created_at,
      birth_month, birth_day, privacy_birthday)
    OVERRIDING SYSTEM VALUE
    SELECT id, email, surname, name, patronymic, search_name, locale, ${passwordHash}, ${joined}, ${joined},
      birth_month, birth_day, privacy_birthday
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
      id integer, email text, surname text, name text, patronymic text, search_name text, locale text,
      birth_month smallint, birth_day smallint, privacy_birthday text)
    ORDER BY id`.execute(trx);
}

/** Two of three members have told theirs, and half of these show it to their classes too. */
function birthdayOfMember(n: number) {
  if (n % 3 === 0) return {};
  return {
    birth_month: 1 + (Math.floor(n / 28) % 12),
    birth_day: 1 + (n % 28),
    ...(n % 2 === 0 && { privacy_birthday: "classmates" }),
  };
}
