/** Where members studied and worked, and who left, past the forms: for tests that need many. */
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Member {
  id: number;
}

/** From a year to a year, or until now. */
export type Period = [start: number, end: number | null];

export function testPast({ db }: Pick<TestKampus, "db">) {
  return {
    async studied(
      { id: user_id }: Member,
      object_id: number,
      [start_year, end_year]: Period,
      speciality: string | null = null,
    ): Promise<void> {
      const { establishment_id, region_id } = await db
        .selectFrom("objects")
        .select(["establishment_id", "region_id"])
        .where("id", "=", object_id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("educations")
        .values({
          user_id,
          establishment_id,
          region_id,
          object_id,
          speciality,
          start_year,
          end_year,
        })
        .execute();
    },

    async worked(
      { id: user_id }: Member,
      company: string,
      [start_year, end_year]: Period,
      region_id: number,
    ): Promise<void> {
      await db
        .insertInto("jobs")
        .values({
          user_id,
          sphere_id: 1,
          position_id: 101,
          region_id,
          company,
          start_year,
          end_year,
        })
        .execute();
    },

    async delete({ id }: Member): Promise<void> {
      await db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", id).execute();
    },
  };
}
