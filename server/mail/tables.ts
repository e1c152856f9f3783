import type { Generated, GeneratedAlways } from "kysely";

export interface MailTables {
  /** What would have been mailed or texted, where there is no server for it (embedded mailbox). */
  mailbox: {
    id: GeneratedAlways<number>;
    /** The job that delivered it: one that runs twice delivers once. */
    job_id: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: Generated<Date>;
  };
}
