import type { Generated, GeneratedAlways } from "kysely";

export interface JobsTables {
  jobs: {
    id: GeneratedAlways<number>;
    user_id: number;
    sphere_id: number;
    position_id: number;
    region_id: number;
    company: string;
    start_year: number;
    /** Null: until now. */
    end_year: number | null;
    created_at: Generated<Date>;
  };
}
