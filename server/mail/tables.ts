import type { Generated, GeneratedAlways } from "kysely";

export interface MailTables {
  /** Mails and text messages that would have been sent, where there is no server for them (embedded mailbox). */
  mailbox: {
    id: GeneratedAlways<number>;
    /** The job that delivered it, so that a job that runs twice delivers once. */
    job_id: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: Generated<Date>;
  };
}
