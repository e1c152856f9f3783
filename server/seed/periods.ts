/** Educations and jobs of seeded members. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { joinedAt, type SeedPlan } from "#server/seed/plan.ts";

const specialities = [
  "Математика",
  "Прикладная математика и информатика",
  "Dasturiy injiniring",
  "Iqtisodiyot",
  "Юриспруденция",
  "Davolash ishi",
  "Boshlangʻich taʼlim",
  "Английская филология",
  "Oʻzbek filologiyasi",
  "Архитектура",
  "Qurilish muhandisligi",
  "Туризм",
  "Jurnalistika",
  "Психология",
  "Энергетика",
];

const companies = [
  "Школа № 110",
  "Navroʻz savdo",
  "Ташкентская городская больница",
  "Ipak yoʻli logistika",
  "Мастерская «Чинор»",
  "Raqamli yechimlar",
  "Хлопковый завод",
  "Sharq nashriyoti",
  "Строительное управление № 5",
  "Registon turizm",
  "Банк «Самарканд»",
  "Baraka bozori",
];

/** Class letters and study groups in the form of their keys, so that both columns are equal. */
const studyGroups = ["11A", "11Б", "11B", "9Г", "ИT204", "A1"];

/** A company has this many members, so the number of companies grows with the members. */
const membersOfCompany = 150;

/** Educations of the members at positions from `from` to before `to`. */
export async function insertEducations(
  trx: Db,
  plan: SeedPlan,
  from: number,
  to: number,
): Promise<void> {
  await sql`
    WITH offered AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total,
        id, establishment_id, region_id
      FROM objects WHERE retired_at IS NULL
    )
    INSERT INTO educations (id, user_id, establishment_id, region_id, object_id, speciality, study_group, study_group_key,
      start_year, end_year, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT entry, user_id, establishment_id, region_id, offered.id,
      CASE WHEN i % 4 > 0 THEN (${specialities}::text[])[1 + i % ${specialities.length}] END,
      study_group, study_group, began, ended, ${joinedAt(plan, sql`entries.place`)}
    ${periods(plan, "educations", plan.asked.educations, from, to)}
    CROSS JOIN LATERAL (
      SELECT CASE WHEN i % 3 > 0 THEN (${studyGroups}::text[])[1 + i % ${studyGroups.length}] END AS study_group
    ) AS grouped
    JOIN offered ON offered.place = i * 7919 % (SELECT max(total) FROM offered)
    ORDER BY entry`.execute(trx);
}

/** Works like `insertEducations`. */
export async function insertJobs(trx: Db, plan: SeedPlan, from: number, to: number): Promise<void> {
  const { members } = plan.asked;
  const kinds = companies.length;
  const known = Math.max(kinds, Math.ceil(members / membersOfCompany));
  const company = sql`((place::bigint * ${known}::int / ${members}::int + nth * 7919) % ${known}::int)::int`;
  await sql`
    WITH offered AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total, id, sphere_id
      FROM positions WHERE retired_at IS NULL
    ), places AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total, id
      FROM regions WHERE retired_at IS NULL
    )
    INSERT INTO jobs (id, user_id, sphere_id, position_id, region_id, company, start_year, end_year, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT entry, user_id, sphere_id, offered.id, places.id,
      CASE WHEN company < ${kinds}::int THEN name
        ELSE regexp_replace(name, ' № \\d+$', '') || ' № ' || (company / ${kinds}::int + 110) END,
      began, ended, ${joinedAt(plan, sql`entries.place`)}
    ${periods(plan, "jobs", plan.jobs, from, to)}
    CROSS JOIN LATERAL (SELECT ${company} AS company) AS working
    CROSS JOIN LATERAL (SELECT (${companies}::text[])[1 + company % ${kinds}::int] AS name) AS kind
    JOIN offered ON offered.place = i * 7919 % (SELECT max(total) FROM offered)
    JOIN places ON places.place = i * 104729 % (SELECT max(total) FROM places)
    ORDER BY entry`.execute(trx);
}

/**
 * Entries, `total` of them distributed evenly: the `nth` of a member from 0, its id, its number `i` among all, and its
 * years. A member's first began 2 to 50 years ago, each next three years later; one that would end in the future is
 * current.
 */
function periods(
  { asked: { members }, firstIds, year }: SeedPlan,
  kind: "educations" | "jobs",
  total: number,
  from: number,
  to: number,
) {
  const each = Math.floor(total / members);
  const rest = total % members;
  return sql`
    FROM (
      SELECT place, nth, ${firstIds.users}::int + place AS user_id, nth * ${members}::bigint + place AS i,
        ${firstIds[kind]}::int + place * ${each}::int + least(place, ${rest}::int) + nth AS entry
      FROM generate_series(${from}::int, ${to - 1}::int) AS place
      CROSS JOIN LATERAL generate_series(0, ${each - 1}::int + (place < ${rest}::int)::int) AS nth
    ) AS entries
    CROSS JOIN LATERAL (
      SELECT least(${year}::int, ${year}::int - 50 + place::bigint * 7 % 49 + 3 * nth)::int AS began
    ) AS beginning
    CROSS JOIN LATERAL (
      SELECT CASE WHEN began + 2 + place % 3 <= ${year}::int THEN began + 2 + place % 3 END AS ended
    ) AS ending`;
}
