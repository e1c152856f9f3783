/** Educations and jobs of seeded members, each made by one statement, whatever their number. */
import { sql } from "kysely";
import { yearNow } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";

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

/** As many as `total`, shared out evenly; a member's first began 2 to 50 years ago, each next three years later. */
export async function insertEducations(trx: Db, total: number): Promise<void> {
  await sql`
    WITH offered AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total,
        id, establishment_id, region_id
      FROM objects WHERE retired_at IS NULL
    )
    INSERT INTO educations (user_id, establishment_id, region_id, object_id, speciality, start_year, end_year)
    SELECT user_id, establishment_id, region_id, offered.id,
      CASE WHEN i % 4 > 0 THEN (${specialities}::text[])[1 + i % ${specialities.length}] END, began, ended
    ${periods(total)}
    JOIN offered ON offered.place = i * 7919 % (SELECT max(total) FROM offered)
    ORDER BY user_id`.execute(trx);
}

export async function insertJobs(trx: Db, total: number): Promise<void> {
  await sql`
    WITH offered AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total, id, sphere_id
      FROM positions WHERE retired_at IS NULL
    ), places AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total, id
      FROM regions WHERE retired_at IS NULL
    )
    INSERT INTO jobs (user_id, sphere_id, position_id, region_id, company, start_year, end_year)
    SELECT user_id, sphere_id, offered.id, places.id,
      (${companies}::text[])[1 + i % ${companies.length}], began, ended
    ${periods(total)}
    JOIN offered ON offered.place = i * 7919 % (SELECT max(total) FROM offered)
    JOIN places ON places.place = i * 104729 % (SELECT max(total) FROM places)
    ORDER BY user_id`.execute(trx);
}

/** `i` from 0 to `total`, whose it is, and its years; what would end in the future goes on. */
const periods = (total: number) => sql`
  FROM (SELECT count(*)::bigint AS members FROM seeded) AS counted
  CROSS JOIN generate_series(0, ${total}::bigint - 1) AS i
  JOIN seeded ON seeded.place = i % members
  CROSS JOIN LATERAL (
    SELECT least(${yearNow()}::int, ${yearNow()}::int - 50 + place * 7 % 49 + 3 * (i / members)::int) AS began
  ) AS beginning
  CROSS JOIN LATERAL (
    SELECT CASE WHEN began + 2 + place % 3 <= ${yearNow()}::int THEN began + 2 + place % 3 END AS ended
  ) AS ending`;
