import type { Generated, GeneratedAlways } from "kysely";

interface PeriodColumns {
  id: GeneratedAlways<number>;
  user_id: number;
  region_id: number;
  start_year: number;
  /** Null: until now. */
  end_year: number | null;
  created_at: Generated<Date>;
}

export interface PeriodTables {
  educations: PeriodColumns & {
    establishment_id: number;
    object_id: number;
    speciality: string | null;
    /**
     * The class letter or study group as the member wrote it, and the key by which it is compared
     * (lib/members/study-group.ts).
     */
    study_group: string | null;
    study_group_key: string | null;
  };
  jobs: PeriodColumns & {
    sphere_id: number;
    position_id: number;
    company: string;
  };
}
