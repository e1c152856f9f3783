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
    /** Its words in Latin letters: equal for repeated requests of the same institution. */
    name_key: string;
    created_at: Generated<Date>;
    closed_at: Date | null;
    outcome: "accepted" | "rejected" | null;
    /** The reason of its rejection, as the member reads it. */
    reason: string | null;
    /** The institution as which it was accepted. */
    object_id: number | null;
  };
}
