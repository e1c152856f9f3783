import type { Generated, GeneratedAlways } from "kysely";

export interface MailTables {
  /** What would have been mailed, where no SMTP server is set (embedded mailbox). */
  mailbox: {
    id: GeneratedAlways<number>;
    /** The mail job's id: a job that runs twice delivers once. */
    job_id: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: Generated<Date>;
  };
}
