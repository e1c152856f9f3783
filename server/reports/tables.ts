import type { Generated, GeneratedAlways } from "kysely";

export interface ReportsTables {
  reports: {
    id: GeneratedAlways<number>;
    reporter_id: number;
    reported_id: number;
    reason: "spam" | "abuse" | "fake" | "other";
    text: string | null;
    created_at: Generated<Date>;
    /** Since when the report is closed. */
    closed_at: Date | null;
  };
}
