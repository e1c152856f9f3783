import type { Generated, GeneratedAlways } from "kysely";

export type ReportOutcome = "unfounded" | "warned" | "suspended" | "deleted";

export interface ReportsTables {
  reports: {
    id: GeneratedAlways<number>;
    reporter_id: number;
    reported_id: number;
    reason: "spam" | "abuse" | "fake" | "other";
    text: string | null;
    /** An event of theirs that it is about; gone with the event. */
    event_id: number | null;
    created_at: Generated<Date>;
    /** Since when it is settled: the operator has decided about it. */
    closed_at: Date | null;
    /** What was decided; null while it is open, and of reports that were settled before outcomes were stored. */
    outcome: ReportOutcome | null;
  };
}
