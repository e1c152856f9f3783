/** Educations and jobs past the forms, for tests that need many or such as a form would not send. */
import type { Insertable } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

type Given<T extends keyof Tables> = Partial<Omit<Insertable<Tables[T]>, "user_id">>;

/** At the National University in a district of Tashkent, from 2010 to 2014, unless given otherwise. */
export async function insertTestEducation(
  { db }: Pick<TestKampus, "db">,
  member: { id: number },
  given: Given<"educations"> = {},
): Promise<number> {
  const row = await db
    .insertInto("educations")
    .values({
      user_id: member.id,
      establishment_id: 1,
      region_id: 1726280,
      object_id: 1,
      start_year: 2010,
      end_year: 2014,
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A teacher in a district of Tashkent from 2014 to 2018, unless given otherwise. */
export async function insertTestJob(
  { db }: Pick<TestKampus, "db">,
  member: { id: number },
  given: Given<"jobs"> = {},
): Promise<number> {
  const row = await db
    .insertInto("jobs")
    .values({
      user_id: member.id,
      sphere_id: 1,
      position_id: 101,
      region_id: 1726280,
      company: "Школа № 110",
      start_year: 2014,
      end_year: 2018,
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
