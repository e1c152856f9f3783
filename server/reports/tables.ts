import type { Generated, GeneratedAlways } from "kysely";

export type ReportOutcome = "unfounded" | "warned" | "suspended" | "deleted";

export interface ReportsTables {
  reports: {
    id: GeneratedAlways<number>;
    reporter_id: number;
    /** Whose it is: the member, the author of the event, the inviter. Null for a chat and an institution. */
    reported_id: number | null;
    subject: Generated<"member" | "event" | "chat" | "invitation" | "institution">;
    reason: "spam" | "abuse" | "fake" | "other";
    text: string | null;
    /** What it is about; null once that is deleted. */
    event_id: number | null;
    chat_id: number | null;
    invitation_id: number | null;
    object_id: number | null;
    created_at: Generated<Date>;
    /** Since when it is settled: the operator has decided about it. */
    closed_at: Date | null;
    /** What was decided; null while it is open, and of reports that were settled before outcomes were stored. */
    outcome: ReportOutcome | null;
  };
}
