import type { Generated, GeneratedAlways } from "kysely";

export interface EducationTables {
  educations: {
    id: GeneratedAlways<number>;
    user_id: number;
    establishment_id: number;
    region_id: number;
    object_id: number;
    speciality: string | null;
    start_year: number;
    /** Null: until now. */
    end_year: number | null;
    created_at: Generated<Date>;
  };
}
