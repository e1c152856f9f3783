import type { ReportInput, ReportSubject } from "#lib/reports/schema.ts";

/** What the member reports; `name`: by which they know it. */
export type Reported =
  | { kind: Exclude<ReportSubject, "invitation">; id: number; name: string }
  | { kind: "invitation"; code: string; name: string };

const fields = {
  member: "user_id",
  event: "event_id",
  chat: "chat_id",
  institution: "object_id",
} as const;

/** The field of the request that names it. */
export const reportedField = (reported: Reported): Partial<ReportInput> =>
  reported.kind === "invitation"
    ? { invitation_code: reported.code }
    : { [fields[reported.kind]]: reported.id };
