import type { Generated, GeneratedAlways } from "kysely";

export interface InstitutionsTables {
  /** How many members an institution has, as of the last count (server/institutions/member-counts.ts). */
  institution_counts: { object_id: number; members: number };
  institution_requests: {
    id: GeneratedAlways<number>;
    member_id: number;
    establishment_id: number;
    region_id: number;
    name: string;
    /** Its words in Latin letters: equal where the same is asked for again. */
    name_key: string;
    created_at: Generated<Date>;
    closed_at: Date | null;
    outcome: "accepted" | "rejected" | null;
    /** Why it was rejected, as the member reads it. */
    reason: string | null;
    /** What it was accepted as. */
    object_id: number | null;
  };
}
