/** Past educations and jobs, inserted directly: for tests that need many. */
import { insertTestJob } from "#server/testing/data/insert-entries.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Member {
  id: number;
}

/** From a year to a year, or until now. */
export type PeriodYears = [start: number, end: number | null];

export function testPast(kampus: Pick<TestKampus, "db">) {
  /** All at once. */
  async function allStudied(
    object_id: number,
    entries: { member: Member; years: PeriodYears; speciality?: string }[],
  ): Promise<void> {
    const { establishment_id, region_id } = await kampus.db
      .selectFrom("objects")
      .select(["establishment_id", "region_id"])
      .where("id", "=", object_id)
      .executeTakeFirstOrThrow();
    const rows = entries.map(({ member, years: [start_year, end_year], speciality = null }) => ({
      user_id: member.id,
      establishment_id,
      region_id,
      object_id,
      speciality,
      start_year,
      end_year,
    }));
    await kampus.db.insertInto("educations").values(rows).execute();
  }

  return {
    allStudied,

    studied: (member: Member, objectId: number, years: PeriodYears, speciality?: string) =>
      allStudied(objectId, [{ member, years, ...(speciality !== undefined && { speciality }) }]),

    worked: (
      member: Member,
      company: string,
      [start_year, end_year]: PeriodYears,
      region_id: number,
    ) => insertTestJob(kampus, member, { company, region_id, start_year, end_year }),
  };
}
