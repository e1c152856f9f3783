import type { Generated, GeneratedAlways } from "kysely";

export type ReportOutcome = "unfounded" | "warned" | "suspended" | "deleted";

export interface ReportsTables {
  reports: {
    id: GeneratedAlways<number>;
    reporter_id: number;
    /** Whose it is: the member, or the author of the event. Null for an invitation, a chat and an institution. */
    reported_id: number | null;
    /** Whose a reported invitation is; reporters are not told, so that it shares no row with reports of that member. */
    inviter_id: number | null;
    subject: Generated<"member" | "event" | "chat" | "invitation" | "institution">;
    reason: "spam" | "abuse" | "fake" | "other";
    text: string | null;
    /**
     * What the name, the event or the title said at the first report (D-REPORTS). Null where it says nothing, and for
     * reports before this was stored.
     */
    content: string | null;
    /** The reported event, chat, invitation or institution; null once it is deleted. */
    event_id: number | null;
    chat_id: number | null;
    /** Who owned the reported group at the first report; null for other reports, and for those before this was stored. */
    owner_id: number | null;
    invitation_id: number | null;
    object_id: number | null;
    created_at: Generated<Date>;
    /** When the operator settled it. */
    closed_at: Date | null;
    /** The decision; null while it is open, and for reports settled before outcomes were stored. */
    outcome: ReportOutcome | null;
  };
}
